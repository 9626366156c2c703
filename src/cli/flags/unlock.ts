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
  about: "end the lock of a run that is certainly over",
  takes: paths,
  flags: {
    ...output,
    ...server,
    "--force <id>": { about: "the lock to end, as apply names it", isRequired: true },
  },
  examples: ["plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11"],
};
