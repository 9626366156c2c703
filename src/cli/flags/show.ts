/** Flags of `plumbline show`. */
import { allOption, withExamples, withReports, type AddCommand } from "./option.ts";

/** Adds `show`. */
export const addShow: AddCommand = (program) => {
  const command = program
    .command("show")
    .description("print a saved plan or a saved report in any form")
    .argument(
      "<file>",
      "what plan --out, a .json report, -o json or the lines of an apply were saved to; - is stdin",
    );
  return withExamples(
    withReports(command).addOption(allOption()),
    "plumbline show plan.json",
    "plumbline show plan.json -o markdown",
    "plumbline show run.ndjson --report run.junit.xml",
  );
};
