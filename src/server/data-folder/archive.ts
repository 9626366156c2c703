/**
 * The backup format: a plain tar. The first entry describes the backup; the last holds a digest of
 * all bytes before it, so that damage is found before unpacking.
 */
import { createReadStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Header, Pack } from "tar";
import { digestStream, type DigestStream } from "../../model/digest.ts";
import { backup as limits } from "../../model/limits.ts";
import { DataFolderError } from "./folder-error.ts";

export const ABOUT = "backup.json";

export const SEAL = "backup.sha256";

const BLOCK = 512;
const END = 2 * BLOCK;
/** The last entry, and the end of the archive. */
const SEAL_BYTES = 2 * BLOCK + END;

/** `paths` are relative, with `/`. */
export interface ArchivePart {
  readonly folder: string;
  readonly paths: readonly string[];
}

export interface About {
  readonly format: "plumbline-backup";
  readonly format_version: string;
  readonly plumbline: string;
  /** ISO 8601. */
  readonly created: string;
  readonly catalog: string | null;
  readonly revision: number;
}

/** The file must be new; only its owner can read it. */
export async function writeArchive(
  file: string,
  parts: readonly ArchivePart[],
): Promise<{ readonly bytes: number }> {
  const handle = await open(file, "wx", 0o600);
  try {
    const digest = digestStream();
    for (const part of parts) await writePart(handle, digest, part);
    await handle.writeFile(sealOf(digest.end()));
    await handle.sync();
    return { bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** Leaves out the end blocks of a tar. */
async function writePart(
  handle: FileHandle,
  digest: DigestStream,
  { folder, paths }: ArchivePart,
): Promise<void> {
  const pack = new Pack({ cwd: folder, portable: true, strict: true, noDirRecurse: true });
  for (const path of paths) pack.write(path);
  pack.end();
  let held = Buffer.alloc(0);
  for await (const chunk of pack as AsyncIterable<Buffer>) {
    const all = Buffer.concat([held, chunk]);
    const ready = all.subarray(0, Math.max(0, all.byteLength - END));
    held = Buffer.from(all.subarray(ready.byteLength));
    digest.update(ready);
    await handle.writeFile(ready);
  }
}

function sealOf(digest: string): Buffer {
  const content = Buffer.from(`${digest}\n`);
  const seal = Buffer.alloc(SEAL_BYTES);
  const size = content.byteLength;
  new Header({ path: SEAL, mode: 0o600, size, type: "File", mtime: new Date(0) }).encode(seal, 0);
  content.copy(seal, BLOCK);
  return seal;
}

/** Verifies the digest, and reads the description. */
export async function readAbout(file: string): Promise<About> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const first = await contentAt(handle, 0, ABOUT);
    const last = size < SEAL_BYTES ? undefined : await contentAt(handle, size - SEAL_BYTES, SEAL);
    if (first === undefined)
      throw new DataFolderError("restore", `${file} is no backup of Plumbline`);
    const digest = last?.toString("utf8").trim();
    if (digest === undefined)
      throw new DataFolderError("restore", `${file} is truncated`, "Use another backup.");
    if ((await digestUpTo(file, size - SEAL_BYTES)) !== digest)
      throw new DataFolderError("restore", `${file} is damaged`, "Use another backup.");
    return aboutIn(file, first);
  } finally {
    await handle.close();
  }
}

/** Reads a small entry at an offset; undefined where the name differs. */
async function contentAt(
  handle: FileHandle,
  at: number,
  name: string,
): Promise<Buffer | undefined> {
  const block = Buffer.alloc(BLOCK);
  const { bytesRead } = await handle.read(block, 0, BLOCK, at);
  if (bytesRead < BLOCK) return undefined;
  const header = new Header(block, 0);
  const { size } = header;
  if (!header.cksumValid || header.path !== name || size === undefined) return undefined;
  if (size > limits.aboutBytes) return undefined;
  const content = Buffer.alloc(size);
  const read = await handle.read(content, 0, size, at + BLOCK);
  return read.bytesRead === size ? content : undefined;
}

async function digestUpTo(file: string, end: number): Promise<string> {
  const digest = digestStream();
  if (end > 0)
    for await (const chunk of createReadStream(file, { end: end - 1 }) as AsyncIterable<Buffer>)
      digest.update(chunk);
  return digest.end();
}

function aboutIn(file: string, content: Buffer): About {
  const about = JSON.parse(content.toString("utf8")) as About;
  if (about.format === "plumbline-backup" && about.format_version.startsWith("1.")) return about;
  throw new DataFolderError(
    "restore",
    `${file} has the format ${about.format} ${about.format_version}, which this version does not know`,
    "Use a newer Plumbline.",
  );
}
