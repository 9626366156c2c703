/** Compares digests of the source and of the finished copy, both read whole. */
import { unlikeTables, type RowsDigest } from "../storage/copy-rows.ts";
import type { CopiedFiles, FilesDigest } from "./files.ts";
import type { CopiedCatalog } from "./job.ts";
import { refusal } from "./refusal.ts";

const HINT = "Nothing of the copy was kept; look after the disk and the database, and copy again.";

export function compareRows(read: RowsDigest, made: RowsDigest): void {
  if (read.digest === made.digest) return;
  const tables = unlikeTables(read, made).join(", ");
  throw refusal(`The copy is not what was copied: its tables ${tables} are others`, HINT);
}

export function compareFiles(read: FilesDigest, made: FilesDigest): void {
  if (read.digest === made.digest) return;
  throw refusal(
    `The copy is not what was copied: ${read.files} files with ${read.bytes} bytes were read, and the copy has ${made.files} with ${made.bytes}, or others`,
    HINT,
  );
}

export function copied(
  { catalog, revision }: { readonly catalog: string; readonly revision: number },
  rows: RowsDigest,
  { files, bytes, digest, notes }: CopiedFiles,
): CopiedCatalog {
  return {
    catalog,
    revision,
    rows: { count: rows.rows, digest: rows.digest },
    files: { count: files, bytes, digest },
    notes,
  };
}
