/** Flags of `plumbline version`. */
import { outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `version`. */
export const addVersion: AddCommand = (program) => {
  const command = program
    .command("version")
    .description("print the version")
    .addOption(outputOption());
  return withExamples(command, "plumbline version -o json");
};
