/** Reads tar archives, plain or gzipped. Escaping paths and content beyond limits are refused. */
import { createReadStream } from "node:fs";
import { posix } from "node:path";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { dataDirectory as limits, harvest } from "../../model/limits.ts";
import { WireError } from "../../wire/wire-error.ts";
import { isRead, type TreeFile, type ReportFile } from "./file-tree.ts";

interface Reading {
  readonly files: Map<string, TreeFile>;
  /** Link targets by link path. */
  readonly links: Map<string, string>;
  readonly report: ReportFile;
  entries: number;
  unpacked: number;
  kept: number;
  /** The first error; it refuses the archive. */
  error?: unknown;
}

/**
 * The files of an archive, of data only the sizes. Throws WireError and errors of the file system.
 */
export async function readTar(
  path: string,
  report: ReportFile,
): Promise<ReadonlyMap<string, TreeFile>> {
  const reading: Reading = {
    files: new Map(),
    links: new Map(),
    report,
    entries: 0,
    unpacked: 0,
    kept: 0,
  };
  const parser = new Parser({
    strict: true,
    maxMetaEntrySize: limits.headerBytes,
    onReadEntry: (entry) => take(reading, entry),
  });
  const refuse = (error: unknown) => (reading.error ??= error);
  parser.on("error", refuse);
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of unpackedChunks(path)) {
    parser.write(chunk);
    if (reading.error !== undefined) throw asWireError(reading.error);
    end = chunk.byteLength >= BLOCK ? chunk : Buffer.concat([end, chunk]);
  }
  // A tar ends with empty blocks; else it is truncated.
  if (end.byteLength < BLOCK || end.subarray(-BLOCK).some((byte) => byte !== 0))
    throw new WireError("malformed", "The archive is truncated: its end is missing");
  parser.end();
  if (reading.error !== undefined) throw asWireError(reading.error);
  followLinks(reading);
  return reading.files;
}

const BLOCK = 512;

/** The unpacked bytes. Throws WireError beyond the size or ratio limit. */
async function* unpackedChunks(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const isPacked = await startsWithGzip(path);
  const unpacked = isPacked ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => unpacked.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      const ratio = bytes / Math.max(1, file.bytesRead);
      if (bytes > limits.unpackedBytes)
        throw tooLarge("bytes unpacked", bytes, limits.unpackedBytes);
      if (bytes > limits.ratioFromBytes && ratio > limits.ratio)
        throw tooLarge("bytes to 1 packed", Math.round(ratio), limits.ratio);
      yield chunk;
    }
  } catch (error) {
    throw asWireError(error);
  } finally {
    file.destroy();
  }
}

async function startsWithGzip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>)
    return chunk[0] === 0x1f && chunk[1] === 0x8b;
  return false;
}

function take(reading: Reading, entry: ReadEntry): void {
  try {
    checkEntry(reading, entry);
  } catch (error) {
    reading.error ??= error;
    entry.resume();
  }
}

function checkEntry(reading: Reading, entry: ReadEntry): void {
  reading.entries += 1;
  if (reading.entries > limits.entries) throw tooLarge("entries", reading.entries, limits.entries);
  const path = pathOf(entry.path);
  if (FILES.has(entry.type)) return keep(reading, entry, path);
  if (entry.type === "Link") reading.links.set(path, pathOf(entry.linkpath ?? ""));
  else if (entry.type === "SymbolicLink") {
    const target = posix.join(posix.dirname(path), entry.linkpath ?? "");
    reading.links.set(path, pathOf(target, entry));
  } else if (!FOLDERS.has(entry.type)) throw refused(path, "is no regular file");
  entry.resume();
}

const FILES: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile"]);
const FOLDERS: ReadonlySet<string> = new Set(["Directory", "GNUDumpDir"]);

function keep(reading: Reading, entry: ReadEntry, path: string): void {
  const { size } = entry;
  if (/[\u0000-\u001f\u007f]/.test(path)) {
    reading.report(
      path.replaceAll(/[\u0000-\u001f\u007f]/g, "?"),
      "has control characters in its name",
    );
    entry.resume();
    return;
  }
  reading.links.delete(path);
  if (!isRead(path, size)) {
    reading.files.set(path, { size, bytes: undefined });
    entry.resume();
    return;
  }
  reading.kept += size;
  if (reading.kept > limits.keptBytes)
    throw tooLarge("bytes of documents, styles and images", reading.kept, limits.keptBytes);
  const chunks: Buffer[] = [];
  entry.on("data", (chunk) => chunks.push(chunk));
  entry.on("end", () => reading.files.set(path, { size, bytes: Buffer.concat(chunks) }));
}

/** Normalizes a path. Throws WireError if it could leave the archive. */
function pathOf(name: string, link?: ReadEntry): string {
  const isAbsolute = /^(?:[A-Za-z]:)?[\\/]/.test(link?.linkpath ?? name);
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const leaves = isAbsolute || parts.includes("..") || name.includes("\\");
  if (leaves)
    throw refused(link?.path ?? name, link ? "is a link that leaves the archive" : "leaves it");
  if (Buffer.byteLength(name) > limits.nameBytes) throw refused(name, "has too long a name");
  if (parts.length > limits.depth) throw refused(name, `is more than ${limits.depth} folders deep`);
  return parts.join("/");
}

/** Links to files become files; other links are reported and left out. */
function followLinks({ files, links, report }: Reading): void {
  for (const [path, first] of links) {
    let target = first;
    for (let hops = 0; hops < harvest.links && links.has(target); hops++)
      target = links.get(target) ?? target;
    const file = files.get(target);
    if (file === undefined) report(path, "is a link to a folder, or to what is not in the archive");
    else files.set(path, file);
  }
}

function refused(name: string, why: string): WireError {
  return new WireError("malformed", `The archive entry ${JSON.stringify(name)} ${why}`);
}

function tooLarge(what: string, actual: number, limit: number): WireError {
  return new WireError("too-large", `The archive holds ${actual} ${what}; the limit is ${limit}`);
}

/** Errors of the file system are passed on; others are errors of the archive. */
function asWireError(error: unknown): unknown {
  if (error instanceof WireError || !(error instanceof Error) || "syscall" in error) return error;
  return new WireError("malformed", `The archive cannot be read: ${error.message}`);
}
