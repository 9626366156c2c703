/** Names and flags of `plumbline show`. */
import type { ShowFlags } from "../commands/show.ts";
import { allOption, withExamples, withReports, type AddCommand } from "./option.ts";

/** Adds `show`. */
export const addShow: AddCommand = (program, finish) => {
  const command = program
    .command("show")
    .description("print a saved plan or a saved report in any form")
    .argument(
      "<file>",
      "what plan --out, a .json report, -o json or the lines of an apply were saved to; - is stdin",
    );
  withExamples(
    withReports(command).addOption(allOption()),
    "plumbline show plan.json",
    "plumbline show plan.json -o markdown",
    "plumbline show run.ndjson --report run.junit.xml",
  ).action(async (file: string, flags: ShowFlags) =>
    finish(await (await import("../commands/show.ts")).runShow(file, flags)),
  );
};
