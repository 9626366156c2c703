/** `plumbline backup` writes a data folder to one file; `plumbline restore` makes a folder of it. */
import { backUp } from "../../server/data-folder/backup.ts";
import { restoreBackup } from "../../server/data-folder/restore.ts";
import { VERSION } from "../../version.ts";
import type { DataFlags } from "../flags/data-folder.ts";
import { type CommandResult, failure, success } from "../present/result.ts";
import { makeFolder, PRIVATE, unwritableFile } from "../process/writing.ts";
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

/** Restores the backup and checks the folder. */
export function runRestore(
  { flags: { data }, context: { now } }: Given<DataFlags>,
  file: string,
): Promise<CommandResult> {
  return failingAt(data, async () => {
    const { created, catalog, revision, files, checked } = await restoreBackup({
      file,
      folder: data,
      now: () => new Date(now()).toISOString(),
      makeFolder: (folder) => makeFolder(folder, PRIVATE),
    });
    const findings = checked.findings.length;
    const wrong = `A check finds ${findings} things that are wrong: plumbline check --data ${data}\n`;
    return success(
      { data, created, catalog, revision, files, findings },
      `${data}: ${files} files of ${created}, the catalog at revision ${revision}.\n`,
      { note: findings === 0 ? "" : wrong },
    );
  });
}
