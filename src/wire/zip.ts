/**
 * ZIP archives of styles and mappings, whole in memory. Reading keeps to the bounds of these
 * archives; packing the same entries gives the same bytes on every machine.
 */
import { compareText } from "../model/address.ts";
import { zip as limits } from "../model/limits.ts";
import { WireError } from "./wire-error.ts";
import { zipEntries, type ZipEntry } from "./zip-entries.ts";

/** Paths inside an archive or folder, with `/`, to their bytes. */
export type FileSet = ReadonlyMap<string, Uint8Array>;

/** Packs files deterministically: sorted, one fixed time stamp, one mode. */
export async function packZip(files: FileSet): Promise<Uint8Array> {
  // Archiver honours `forceUTC`, although its types do not name it; without it the time zone shows.
  const options = { zlib: { level: 9 }, forceUTC: true };
  // Loaded when something is packed: it is the slowest part of the start of a command.
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

/** Unpacks an archive; folders are left out. Each file is looked at as it comes. Throws WireError. */
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

/** Whether bytes start as a ZIP archive does. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}
