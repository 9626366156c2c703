/** `plumbline restore`: restores a backup into a data folder. */
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { restoreBackup } from "../../server/data-folder/restore.ts";
import type { RestoreFlags } from "../flags/restore.ts";
import type { CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { makeFolder, PRIVATE } from "../process/writing.ts";
import { failingAt } from "./on-server.ts";

/** Restores the backup and checks the folder. */
export function runRestore(
  file: string,
  { data }: RestoreFlags,
  { now }: CommandContext,
): Promise<CommandResult> {
  return failingAt(data, async () => {
    const { created, catalog, revision, files, checked } = await restoreBackup({
      file,
      folder: data,
      now: () => new Date(now()).toISOString(),
      makeFolder: (folder) => makeFolder(folder, PRIVATE),
    });
    const findings = checked.findings.length;
    const about = { data, created, catalog, revision, files, findings };
    return {
      code: exitCodes.success,
      document: { format_version: FORMAT_VERSION, ...about },
      text: `${data}: ${files} files of ${created}, the catalog at revision ${revision}.\n`,
      note:
        findings === 0
          ? ""
          : `A check finds ${findings} things that are wrong: plumbline check --data ${data}\n`,
    };
  });
}
