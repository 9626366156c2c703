/** Names and flags of `plumbline validate`. */
import type { ValidateFlags } from "../validate.ts";
import { estateCommand, withTarget } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `validate`. */
export const addValidate: AddCommand = (program, finish) => {
  const command = withTarget(
    estateCommand(program, "validate", "check manifests and the files they name, without a server"),
  );
  withExamples(command, "plumbline validate manifests/").action(
    async (paths: string[], flags: ValidateFlags) =>
      finish(await (await import("../validate.ts")).runValidate(paths, flags)),
  );
};
