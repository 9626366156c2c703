/** Flags of `plumbline validate`. */
import type { OutputOptions } from "../process/forms.ts";
import {
  allTargetsOption,
  runCommand,
  withCache,
  withFiles,
  withTarget,
  type EstateFlags,
} from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Flags of `validate`. */
export interface ValidateFlags extends EstateFlags, OutputOptions {
  readonly strict?: boolean;
}

/** Adds `validate`. */
export const addValidate: AddCommand = (program) => {
  const command = withTarget(
    runCommand(
      program,
      "validate",
      "check manifests and the files they name, without a server, for each target that changes them",
    ),
  );
  command.addOption(option("--strict", "end with 1 where there are warnings, not only for errors"));
  command.addOption(allTargetsOption());
  withFiles(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline validate manifests/",
    "plumbline validate manifests/ --strict",
    "plumbline validate manifests/ --target production",
    "plumbline validate manifests/ -o sarif",
  );
};
