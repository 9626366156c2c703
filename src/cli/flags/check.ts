/** `plumbline check`. */
import type { CommandSpec } from "./command.ts";
import { dataFlag, output } from "./shared.ts";

/** Flags of `check`. */
export interface CheckFlags {
  readonly data: string;
  readonly output: "text" | "json";
  readonly removeOrphans?: boolean;
  readonly yes?: boolean;
}

/** The command. */
export const check: CommandSpec = {
  about:
    "look through the data folder of a server: database, contents, files, and whether they fit together; nothing is written",
  flags: {
    ...dataFlag("folder to look through"),
    ...output,
    "--remove-orphans": "only delete what starts set aside in .orphans; asks before",
    "--yes": "do not ask",
  },
  notes:
    "The keystore password, where it is not in the folder, is PLUMBLINE_MASTER_PASSWORD (or _FILE).",
  examples: [
    "plumbline check --data ./catalog",
    "plumbline check --data ./catalog --remove-orphans --yes",
  ],
};
