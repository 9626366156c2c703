/** `plumbline backup`: a data folder as one file. */
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { backUp } from "../../server/data-folder/backup.ts";
import { VERSION } from "../../version.ts";
import { endWithErrors, ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument, remark } from "../process/output.ts";
import { unwritableFile } from "../process/writing.ts";

/** Flags of `backup`. */
export interface BackupFlags {
  readonly data: string;
  readonly output: "text" | "json";
}

/** Makes the backup and tells what is in it. */
export function runBackup(file: string, { data, output }: BackupFlags): Promise<ExitCode> {
  return ending(
    output,
    () => data,
    async () => {
      const unwritable = unwritableFile(file);
      if (unwritable !== undefined) return endWithErrors([unwritable], output);
      const now = () => new Date().toISOString();
      const made = await backUp({ folder: data, file, version: VERSION, now });
      const { catalog, revision, created, files, bytes, remarks } = made;
      for (const one of remarks) remark(`${one}.\n`);
      if (output === "json")
        jsonDocument({
          format_version: FORMAT_VERSION,
          file,
          created,
          catalog,
          revision,
          files,
          bytes,
          remarks,
        });
      else
        document(`${file}: ${files} files, ${bytes} bytes, the catalog at revision ${revision}.\n`);
      return exitCodes.success;
    },
  );
}
