/** `plumbline show`. */
import type { CommandSpec } from "./command.ts";
import { all, reports } from "./shared.ts";

/** The command. */
export const show: CommandSpec = {
  about: "print a saved plan or report in any format",
  takes: {
    "<file>":
      "a file from plan --out, a .json report, -o json output or saved events of an apply; - is standard input",
  },
  flags: { ...reports, ...all },
  examples: [
    "plumbline show plan.json",
    "plumbline show plan.json -o markdown",
    "plumbline show run.ndjson --report run.junit.xml",
  ],
};
