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
  about: "back up the data folder of a running server to one file, with granules and keystore",
  takes: {
    "<file>": "the backup, a tar file readable by its owner only; an existing file is replaced",
  },
  flags: { ...dataFlag("folder of the server"), ...output },
  examples: ["plumbline backup /backups/monday.tar --data ./catalog"],
};
