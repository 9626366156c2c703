/** Names and flags of `plumbline validate`. */
import type { ValidateFlags } from "../commands/validate.ts";
import { runCommand, withFiles, withTarget } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Adds `validate`. */
export const addValidate: AddCommand = (program, finish) => {
  const command = withTarget(
    runCommand(program, "validate", "check manifests and the files they name, without a server"),
  );
  command.addOption(option("--strict", "end with 1 where there are warnings, not only for errors"));
  withFiles(command);
  withExamples(
    command,
    "plumbline validate manifests/",
    "plumbline validate manifests/ --strict",
    "plumbline validate manifests/ -o sarif",
  ).action(async (paths: string[], flags: ValidateFlags) => {
    const { runValidate } = await import("../commands/validate.ts");
    const { withInput } = await import("../settings/selection.ts");
    finish(await runValidate(paths, await withInput(flags)));
  });
};
