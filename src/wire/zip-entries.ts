/** Reads ZIP entries. Rejects unsafe names, inconsistent headers and exceeded limits. */
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { unwritableIn } from "../model/writable.ts";
import { WireError } from "./wire-error.ts";

/** Limits of an archive; sizes are bytes. */
export interface ZipBounds {
  readonly unpackedBytes: number;
  readonly entryBytes: number;
  readonly entries: number;
  readonly nameBytes: number;
  readonly depth: number;
  /** Unpacked to packed, for entries above `ratioFromBytes`. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** Whether names that differ only in case are distinct; not for archives unpacked on disks. */
  readonly isCaseSensitive?: boolean;
}

/** A file in an archive. */
export interface ZipEntry {
  /** Relative, with `/`, unique in the archive, by default ignoring case. */
  readonly path: string;
  /** Whether each parent folder has its own entry. */
  readonly hasFolders: boolean;
  readonly bytes: number;
  /** Throws WireError at the end when the checksum does not match. */
  readonly content: () => AsyncGenerator<Buffer>;
}

/** An archive in memory, or the path of a file. */
export type ZipSource = Uint8Array | { readonly path: string };

/**
 * Without folders; valid only after the iteration ends. Throws WireError and file system errors.
 */
export async function* zipEntries(source: ZipSource, bounds: ZipBounds): AsyncGenerator<ZipEntry> {
  const archive = await open(source);
  try {
    yield* entriesOf(archive, bounds);
  } catch (error) {
    throw asWireError(error);
  } finally {
    archive.close();
  }
}

async function open(source: ZipSource): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, strictFileNames: true, autoClose: false };
  try {
    if (!(source instanceof Uint8Array)) return await yauzl.openPromise(source.path, options);
    const { buffer, byteOffset, byteLength } = source;
    return await yauzl.fromBufferPromise(Buffer.from(buffer, byteOffset, byteLength), options);
  } catch (error) {
    throw asWireError(error);
  }
}

async function* entriesOf(archive: yauzl.ZipFile, bounds: ZipBounds): AsyncGenerator<ZipEntry> {
  if (archive.entryCount > bounds.entries) {
    throw tooLarge("entries", archive.entryCount, bounds.entries);
  }
  const names = openNames(bounds.isCaseSensitive === true);
  const named = new Set<string>();
  const spans: Span[] = [];
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    checkEntry(entry, bounds);
    spans.push(await spanOf(archive, entry));
    const parts = partsOf(entry.fileName);
    const path = parts.join("/");
    const isFolder = entry.fileName.endsWith("/");
    names.add(parts, isFolder);
    const hasFolders = parts.length === 1 || named.has(parts.slice(0, -1).join("/"));
    if (isFolder) named.add(path);
    if (isFolder) continue;
    total += entry.uncompressedSize;
    if (total > bounds.unpackedBytes) throw tooLarge("bytes unpacked", total, bounds.unpackedBytes);
    yield {
      path,
      hasFolders,
      bytes: entry.uncompressedSize,
      content: () => contentOf(archive, entry),
    };
  }
  checkSpans(spans);
}

/** Rejects duplicate files, and names that are both a file and a folder. */
function openNames(isCaseSensitive: boolean) {
  const files = new Set<string>();
  const folders = new Set<string>();
  const keyOf = (path: string) => (isCaseSensitive ? path : path.normalize("NFC").toLowerCase());
  const both = (path: string) =>
    new WireError("malformed", `The archive holds ${path} as a file and as a folder`);
  return {
    /** Throws WireError. */
    add: (parts: readonly string[], isFolder: boolean) => {
      const path = parts.join("/");
      const above = parts
        .slice(0, isFolder ? undefined : -1)
        .map((_part, at) => parts.slice(0, at + 1).join("/"));
      for (const folder of above) {
        if (files.has(keyOf(folder))) throw both(folder);
        folders.add(keyOf(folder));
      }
      if (isFolder) return;
      if (folders.has(keyOf(path))) throw both(path);
      if (files.has(keyOf(path)))
        throw new WireError("malformed", `The archive holds ${path} twice`);
      files.add(keyOf(path));
    },
  };
}

/** Bytes of an entry, from its local header to the end of its data. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Rejects an entry whose local header differs from the directory. */
async function spanOf(archive: yauzl.ZipFile, entry: yauzl.Entry): Promise<Span> {
  const header = await archive.readLocalFileHeaderPromise(entry);
  const { fileName, compressionMethod, fileDataStart } = header;
  if (!fileName.equals(entry.fileNameRaw) || compressionMethod !== entry.compressionMethod) {
    const name = JSON.stringify(entry.fileName);
    const message = `The archive entry ${name} differs from its entry in the directory`;
    throw new WireError("malformed", message);
  }
  return { from: entry.relativeOffsetOfLocalHeader, to: fileDataStart + entry.compressedSize };
}

function checkSpans(spans: Span[]): void {
  let end = 0;
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    if (from < end) throw new WireError("malformed", "The archive holds entries that overlap");
    end = to;
  }
}

function checkEntry(entry: yauzl.Entry, bounds: ZipBounds): void {
  const name = entry.fileName;
  const problem = nameProblem(name, bounds) ?? (isPlain(entry) ? undefined : "is no regular file");
  if (problem !== undefined) {
    throw new WireError("malformed", `The archive entry ${JSON.stringify(name)} ${problem}`);
  }
  const { compressionMethod: method } = entry;
  const closed = entry.isEncrypted() ? "is encrypted" : `uses compression method ${method}`;
  if (entry.isEncrypted() || (method !== 0 && method !== 8)) {
    throw new WireError("wrong-type", `The archive entry ${name} ${closed}`);
  }
  checkSize(entry, bounds);
}

/** Why a name could leave the folder or collide in it. */
function nameProblem(name: string, bounds: ZipBounds): string | undefined {
  if (Buffer.byteLength(name) > bounds.nameBytes) return "has too long a name";
  const parts = partsOf(name);
  if (parts.length === 0 && !name.endsWith("/")) return "has a name that is refused";
  if (parts.length > bounds.depth) return `is more than ${bounds.depth} folders deep`;
  if (/[\t\n\r\u007f\\]/.test(name) || /^(?:[A-Za-z]:|\/)/.test(name)) {
    return "has a name that is no relative path";
  }
  if (unwritableIn(name) !== undefined) return "has a name that no document can hold";
  const refused = parts.some((part) => part === ".." || /[. ]$/.test(part));
  return refused ? "has a name that is refused" : undefined;
}

function partsOf(name: string): readonly string[] {
  return name.split("/").filter((part) => part !== "" && part !== ".");
}

/** False for links and devices, as far as the attributes show them. */
function isPlain({ externalFileAttributes }: yauzl.Entry): boolean {
  const fileType = (externalFileAttributes >>> 16) & 0o170000;
  return fileType === 0 || fileType === 0o100000 || fileType === 0o040000;
}

function checkSize(entry: yauzl.Entry, bounds: ZipBounds): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > bounds.entryBytes) {
    throw tooLarge(`bytes in ${fileName}`, uncompressedSize, bounds.entryBytes);
  }
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  if (uncompressedSize > bounds.ratioFromBytes && ratio > bounds.ratio) {
    throw tooLarge(`to 1 packed in ${fileName}`, Math.round(ratio), bounds.ratio);
  }
}

async function* contentOf(archive: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    const stream: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw asWireError(error);
  }
  if (sum !== entry.crc32) {
    const message = `The archive entry ${entry.fileName} does not match its checksum`;
    throw new WireError("malformed", message);
  }
}

/** Keeps file system errors; all others are problems of the archive. */
function asWireError(error: unknown): unknown {
  if (error instanceof WireError || !(error instanceof Error) || "syscall" in error) return error;
  return new WireError("malformed", `Error occured unzipping file: ${error.message}`);
}

function tooLarge(what: string, actual: number, limit: number): WireError {
  return new WireError("too-large", `The archive holds ${actual} ${what}; the limit is ${limit}`);
}
