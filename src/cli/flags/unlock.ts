/** `plumbline unlock`. */
import type { CommandSpec } from "./command.ts";
import { output, paths } from "./shared.ts";
import { server, type EstateFlags } from "./estate.ts";

/** Flags of `unlock`. */
export interface UnlockFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly force: string;
}

/** The command. */
export const unlock: CommandSpec = {
  about: "remove the lock of a run that has certainly ended",
  takes: paths,
  flags: {
    ...output,
    ...server,
    "--force <id>": { about: "id of the lock, as shown by apply", isRequired: true },
  },
  examples: ["plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11"],
};
