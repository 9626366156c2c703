/** `plumbline show`. */
import type { CommandSpec } from "./command.ts";
import { all, reports } from "./shared.ts";

/** The command. */
export const show: CommandSpec = {
  about: "print a saved plan or a saved report in any form",
  takes: {
    "<file>":
      "what plan --out, a .json report, -o json or the lines of an apply were saved to; - is stdin",
  },
  flags: { ...reports, ...all },
  examples: [
    "plumbline show plan.json",
    "plumbline show plan.json -o markdown",
    "plumbline show run.ndjson --report run.junit.xml",
  ],
};
