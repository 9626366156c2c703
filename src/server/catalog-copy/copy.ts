/**
 * Copies a catalog between a data folder and a database. The source must not be in use, the
 * destination must be empty, and both are compared at the end
 * (docs/decisions/0082-catalog-copy.md).
 */
import type { CopiedCatalog, CopyJob } from "./job.ts";
import { refusal } from "./refusal.ts";
import { copyToDatabase } from "./to-database.ts";
import { copyToFolder } from "./to-folder.ts";

export type { CopiedCatalog, CopyJob, CopyStep } from "./job.ts";

/**
 * Rejects with DataFolderError and file system errors; then the source is unchanged, and the
 * destination is empty.
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
