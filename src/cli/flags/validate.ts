/** `plumbline validate`. */
import type { OutputOptions } from "../process/forms.ts";
import type { CommandSpec } from "./command.ts";
import { paths, reports } from "./shared.ts";
import { allTargets, cache, files, target, type EstateFlags } from "./estate.ts";

/** Flags of `validate`. */
export interface ValidateFlags extends EstateFlags, OutputOptions {
  readonly strict?: boolean;
}

/** The command. */
export const validate: CommandSpec = {
  about: "check manifests and their files offline, for each target that changes them",
  takes: paths,
  flags: {
    ...reports,
    ...target,
    "--strict": "exit with 1 for warnings too",
    ...allTargets,
    ...files,
    ...cache,
  },
  examples: [
    "plumbline validate manifests/",
    "plumbline validate manifests/ --strict",
    "plumbline validate manifests/ --target production",
    "plumbline validate manifests/ -o sarif",
  ],
};
