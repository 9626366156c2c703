/** `plumbline restore`. */
import type { CommandSpec } from "./command.ts";
import { dataFlag, output } from "./shared.ts";

/** Flags of `restore`. */
export interface RestoreFlags {
  readonly data: string;
  readonly output: "text" | "json";
}

/** The command. */
export const restore: CommandSpec = {
  about: "restore a backup to a data folder, and check it",
  takes: { "<file>": "the backup" },
  flags: { ...dataFlag("folder to restore to; it must be empty or missing"), ...output },
  examples: ["plumbline restore /backups/monday.tar --data ./restored"],
};
