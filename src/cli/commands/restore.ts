/** `plumbline restore`: restores a backup into a data folder. */
import { restoreBackup } from "../../server/data-folder/restore.ts";
import type { DataFlags } from "../flags/data-folder.ts";
import { success, type CommandResult } from "../present/result.ts";
import { makeFolder, PRIVATE } from "../process/writing.ts";
import { failingAt, type Given } from "./on-server.ts";

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
