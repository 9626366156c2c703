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
  about: "make a data folder of a backup, and check it",
  takes: { "<file>": "the backup" },
  flags: { ...dataFlag("folder to restore into; empty, or not there yet"), ...output },
  examples: ["plumbline restore /backups/monday.tar --data ./restored"],
};
