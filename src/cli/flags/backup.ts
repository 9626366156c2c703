/** `plumbline backup`. */
import type { CommandSpec } from "./command.ts";
import { dataFlag, output } from "./shared.ts";

/** Flags of `backup`. */
export interface BackupFlags {
  readonly data: string;
  readonly output: "text" | "json";
}

/** The command. */
export const backup: CommandSpec = {
  about:
    "write the data folder of a server to one file, while the server goes on; granules and keystore are in it",
  takes: { "<file>": "the backup, a tar for its owner only; one that is there is replaced" },
  flags: { ...dataFlag("folder of the server"), ...output },
  examples: ["plumbline backup /backups/monday.tar --data ./catalog"],
};
