/** Names and flags of `plumbline version`. */
import { outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `version`. */
export const addVersion: AddCommand = (program, finish) => {
  const command = program
    .command("version")
    .description("print the version")
    .addOption(outputOption());
  withExamples(command, "plumbline version -o json").action(
    async ({ output }: { readonly output: "text" | "json" }) =>
      finish((await import("../commands/version.ts")).runVersion(output)),
  );
};
