/**
 * ZIP archives, bounded. Reading refuses what could leave the folder, lie about itself or grow
 * beyond its bounds; packing the same entries gives the same bytes on every machine.
 */
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { compareText } from "../model/address.ts";
import { zip as limits } from "../model/limits.ts";
import { WireError } from "./wire-error.ts";

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

/** Unpacks an archive; folders are left out. Throws WireError. */
export async function readZip(bytes: Uint8Array): Promise<FileSet> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!looksLikeZip(buffer)) throw new WireError("wrong-type", "The body is not a ZIP archive");
  try {
    return await readEntries(buffer);
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError("malformed", `Error occured unzipping file: ${(error as Error).message}`);
  }
}

/** Whether bytes start as a ZIP archive does. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

async function readEntries(buffer: Buffer): Promise<FileSet> {
  const archive = await yauzl.fromBufferPromise(buffer, {
    lazyEntries: true,
    strictFileNames: true,
  });
  if (archive.entryCount > limits.entries) {
    throw tooLarge("entries", archive.entryCount, limits.entries);
  }
  const files = new Map<string, Uint8Array>();
  const folded = new Set<string>();
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    checkEntry(entry);
    if (entry.fileName.endsWith("/")) continue;
    total += entry.uncompressedSize;
    if (total > limits.unpackedBytes) throw tooLarge("bytes unpacked", total, limits.unpackedBytes);
    const name = entry.fileName.replace(/^(?:\.\/)+/, "");
    const key = name.normalize("NFC").toLowerCase();
    if (folded.has(key)) throw new WireError("malformed", `The archive holds ${name} twice`);
    folded.add(key);
    files.set(name, await readEntry(archive, entry));
  }
  return files;
}

function checkEntry(entry: yauzl.Entry): void {
  const name = entry.fileName;
  const fault = nameFault(name) ?? (isPlain(entry) ? undefined : "is no regular file");
  if (fault !== undefined) {
    throw new WireError("malformed", `The archive entry ${JSON.stringify(name)} ${fault}`);
  }
  const { compressionMethod: method } = entry;
  const closed = entry.isEncrypted() ? "is encrypted" : `uses compression method ${method}`;
  if (entry.isEncrypted() || (method !== 0 && method !== 8)) {
    throw new WireError("wrong-type", `The archive entry ${name} ${closed}`);
  }
  checkSize(entry);
}

/** Why a name could leave the folder or collide in it; undefined when it cannot. */
function nameFault(name: string): string | undefined {
  if (Buffer.byteLength(name) > limits.nameBytes) return "has too long a name";
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length > limits.depth) return `is more than ${limits.depth} folders deep`;
  if (/[\u0000-\u001f\u007f\\]/.test(name) || /^(?:[A-Za-z]:|\/)/.test(name)) {
    return "has a name that is no relative path";
  }
  const refused = parts.some((part) => part === ".." || /[. ]$/.test(part));
  return refused ? "has a name that is refused" : undefined;
}

/** Whether an entry is a file or folder, as far as it says; links and devices are neither. */
function isPlain({ externalFileAttributes }: yauzl.Entry): boolean {
  const fileType = (externalFileAttributes >>> 16) & 0o170000;
  return fileType === 0 || fileType === 0o100000 || fileType === 0o040000;
}

function checkSize({ fileName, uncompressedSize, compressedSize }: yauzl.Entry): void {
  if (uncompressedSize > limits.entryBytes) {
    throw tooLarge(`bytes in ${fileName}`, uncompressedSize, limits.entryBytes);
  }
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  if (uncompressedSize > limits.ratioFromBytes && ratio > limits.ratio) {
    throw tooLarge(`to 1 packed in ${fileName}`, Math.round(ratio), limits.ratio);
  }
}

async function readEntry(archive: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array> {
  const stream = await archive.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) {
    throw new WireError(
      "malformed",
      `The archive entry ${entry.fileName} does not match its checksum`,
    );
  }
  return content;
}

function tooLarge(what: string, actual: number, limit: number): WireError {
  return new WireError("too-large", `The archive holds ${actual} ${what}; the limit is ${limit}`);
}
