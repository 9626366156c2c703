/** `plumbline backup`: writes a data folder to one file. */
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { backUp } from "../../server/data-folder/backup.ts";
import { VERSION } from "../../version.ts";
import type { BackupFlags } from "../flags/backup.ts";
import { failure, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { unwritableFile } from "../process/writing.ts";
import { failingAt } from "./on-server.ts";

/** Writes the backup and reports its content. */
export function runBackup(
  file: string,
  { data }: BackupFlags,
  { now }: CommandContext,
): Promise<CommandResult> {
  return failingAt(data, async () => {
    const unwritable = unwritableFile(file);
    if (unwritable !== undefined) return failure([unwritable]);
    const clock = () => new Date(now()).toISOString();
    const made = await backUp({ folder: data, file, version: VERSION, now: clock });
    const { catalog, revision, created, files, bytes, notes } = made;
    const about = { file, created, catalog, revision, files, bytes, remarks: notes };
    return {
      code: exitCodes.success,
      document: { format_version: FORMAT_VERSION, ...about },
      text: `${file}: ${files} files, ${bytes} bytes, the catalog at revision ${revision}.\n`,
      notice: notes.map((one) => `${one}.\n`).join(""),
    };
  });
}
