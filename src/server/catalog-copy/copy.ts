/**
 * Copies a whole catalog between a data folder and a database, either way: nobody works on the source, nothing is at
 * the destination, and what was made is compared with what was read (docs/decisions/0082-catalog-copy.md).
 */
import type { CopiedCatalog, CopyJob } from "./job.ts";
import { refusal } from "./refusal.ts";
import { copyToDatabase } from "./to-database.ts";
import { copyToFolder } from "./to-folder.ts";

export type { CopiedCatalog, CopyJob, CopyStep } from "./job.ts";

/**
 * Copies a catalog to the database or to the folder. Rejects with DataFolderError and with what the file system says;
 * then the source is as before, and the destination holds nothing.
 */
export async function copyCatalog(to: "database" | "folder", job: CopyJob): Promise<CopiedCatalog> {
  try {
    return await (to === "database" ? copyToDatabase(job) : copyToFolder(job));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_SQLITE_ERROR") throw error;
    throw refusal(
      `The database in ${job.folder}: ${message}`,
      "plumbline check looks through a data folder.",
    );
  }
}
