/** ZIP archives of styles and mappings in memory. Packing is deterministic on every machine. */
import { compareText } from "../model/address.ts";
import { zip as limits } from "../model/limits.ts";
import { WireError } from "./wire-error.ts";
import { zipEntries, type ZipEntry } from "./zip-entries.ts";

/** Contents by path, with `/`. */
export type FileSet = ReadonlyMap<string, Uint8Array>;

/** Sorted files, with a fixed time stamp and mode. */
export async function packZip(files: FileSet): Promise<Uint8Array> {
  // A valid option of archiver that its types lack; without it, the time zone matters.
  const options = { zlib: { level: 9 }, forceUTC: true };
  // Loaded on demand, because it is the slowest import of a command.
  const { ZipArchive } = await import("archiver");
  const archive = new ZipArchive(options);
  const chunks: Buffer[] = [];
  archive.on("data", (chunk) => chunks.push(chunk));
  for (const name of [...files.keys()].toSorted(compareText)) {
    archive.append(Buffer.from(files.get(name) ?? []), { name, date: new Date(0), mode: 0o644 });
  }
  const ended = new Promise<void>((resolve, reject) => {
    archive.on("end", resolve);
    archive.on("error", reject);
  });
  await archive.finalize();
  await ended;
  return Buffer.concat(chunks);
}

/** Unpacks an archive without folders and calls `look` on each file first. Throws WireError. */
export async function readZip(
  bytes: Uint8Array,
  look: (entry: ZipEntry) => void = () => undefined,
): Promise<FileSet> {
  if (!looksLikeZip(bytes)) throw new WireError("wrong-type", "The body is not a ZIP archive");
  const files = new Map<string, Uint8Array>();
  for await (const entry of zipEntries(bytes, limits)) {
    look(entry);
    files.set(entry.path, Buffer.concat(await Array.fromAsync(entry.content())));
  }
  return files;
}

/** Checks the signature of a ZIP archive. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}
