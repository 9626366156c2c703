/** Reads a data directory in an archive within limits; data files are not kept in memory. */
import { open, stat } from "node:fs/promises";
import { dataDirectory as limits } from "../../model/limits.ts";
import { WireError } from "../../wire/wire-error.ts";
import { zipEntries } from "../../wire/zip-entries.ts";
import { isRead, treeOf, type FileTree, type TreeFile, type ReportFile } from "./file-tree.ts";
import { readTar } from "./tar.ts";

const ZIP_BOUNDS = { ...limits, entryBytes: limits.unpackedBytes, isCaseSensitive: true };

/** Reads a .zip, .tar or .tar.gz, detected by its first bytes. Throws WireError. */
export async function archiveTree(path: string, report: ReportFile): Promise<FileTree> {
  const { size } = await stat(path);
  if (size > limits.packedBytes) {
    const message = `The archive has ${size} bytes; the limit is ${limits.packedBytes}`;
    throw new WireError("too-large", message);
  }
  const files = (await isZip(path)) ? await readZip(path) : await readTar(path, report);
  return treeOf(files);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return ["PK\u0003\u0004", "PK\u0005\u0006"].includes(buffer.toString("latin1"));
  } finally {
    await file.close();
  }
}

async function readZip(path: string): Promise<ReadonlyMap<string, TreeFile>> {
  const files = new Map<string, TreeFile>();
  let kept = 0;
  for await (const entry of zipEntries({ path }, ZIP_BOUNDS)) {
    const isKept = isRead(entry.path, entry.bytes);
    const bytes = isKept ? Buffer.concat(await Array.fromAsync(entry.content())) : undefined;
    kept += bytes?.byteLength ?? 0;
    checkKept(kept);
    files.set(entry.path, { size: entry.bytes, bytes });
  }
  return files;
}

function checkKept(bytes: number): void {
  if (bytes <= limits.keptBytes) return;
  const message = `The archive holds more than ${limits.keptBytes} bytes of documents, styles and images`;
  throw new WireError("too-large", `${message}; unpack it and give the folder`);
}
