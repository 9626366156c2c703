/** Names and flags of `plumbline validate`. */
import type { ValidateFlags } from "../validate.ts";
import { runCommand, withTarget } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Adds `validate`. */
export const addValidate: AddCommand = (program, finish) => {
  const command = withTarget(
    runCommand(program, "validate", "check manifests and the files they name, without a server"),
  );
  command.addOption(option("--strict", "end with 1 where there are warnings, not only for errors"));
  withExamples(
    command,
    "plumbline validate manifests/",
    "plumbline validate manifests/ --strict",
    "plumbline validate manifests/ -o sarif",
  ).action(async (paths: string[], flags: ValidateFlags) =>
    finish(await (await import("../validate.ts")).runValidate(paths, flags)),
  );
};
