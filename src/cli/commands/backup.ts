/** `plumbline backup`: writes a data folder to one file. */
import { backUp } from "../../server/data-folder/backup.ts";
import { VERSION } from "../../version.ts";
import type { DataFlags } from "../flags/data-folder.ts";
import { failure, success, type CommandResult } from "../present/result.ts";
import { unwritableFile } from "../process/writing.ts";
import { failingAt, type Given } from "./on-server.ts";

/** Writes the backup and reports its content. */
export function runBackup(
  { flags: { data }, context: { now } }: Given<DataFlags>,
  file: string,
): Promise<CommandResult> {
  return failingAt(data, async () => {
    const unwritable = unwritableFile(file);
    if (unwritable !== undefined) return failure([unwritable]);
    const clock = () => new Date(now()).toISOString();
    const made = await backUp({ folder: data, file, version: VERSION, now: clock });
    const { catalog, revision, created, files, bytes, notes } = made;
    return success(
      { file, created, catalog, revision, files, bytes, remarks: notes },
      `${file}: ${files} files, ${bytes} bytes, the catalog at revision ${revision}.\n`,
      { notice: notes.map((one) => `${one}.\n`).join("") },
    );
  });
}
