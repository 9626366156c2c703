/** `plumbline restore`: a backup as a data folder again. */
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { restoreBackup } from "../../server/data-folder/restore.ts";
import { ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument, note } from "../process/output.ts";
import { makeFolder, PRIVATE } from "../process/writing.ts";

/** Flags of `restore`. */
export interface RestoreFlags {
  readonly data: string;
  readonly output: "text" | "json";
}

/** Restores the backup, checks the folder, and tells what came of it. */
export function runRestore(file: string, { data, output }: RestoreFlags): Promise<ExitCode> {
  return ending(
    output,
    () => data,
    async () => {
      const now = () => new Date().toISOString();
      const { created, catalog, revision, files, checked } = await restoreBackup({
        file,
        folder: data,
        now,
        makeFolder: (folder) => makeFolder(folder, PRIVATE),
      });
      const findings = checked.faults.length;
      if (output === "json")
        jsonDocument({
          format_version: FORMAT_VERSION,
          data,
          created,
          catalog,
          revision,
          files,
          findings,
        });
      else
        document(`${data}: ${files} files of ${created}, the catalog at revision ${revision}.\n`);
      if (findings > 0)
        note(`A check finds ${findings} things that are wrong: plumbline check --data ${data}\n`);
      return exitCodes.success;
    },
  );
}
