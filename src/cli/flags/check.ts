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
    "check the data folder of a server: database, contents, files and their consistency; read only",
  flags: {
    ...dataFlag("folder to check"),
    ...output,
    "--remove-orphans":
      "only delete files that server starts have set aside in .orphans; asks first",
    "--yes": "do not ask",
  },
  notes:
    "The keystore password, where it is not in the folder, is PLUMBLINE_MASTER_PASSWORD (or _FILE).",
  examples: [
    "plumbline check --data ./catalog",
    "plumbline check --data ./catalog --remove-orphans --yes",
  ],
};
