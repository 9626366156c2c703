/**
 * Streams archives of mosaics to disk, so that no entry is whole in memory. `wire/zip-entries.ts`
 * checks the content; this file makes it durable or removes everything.
 */
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText } from "../../model/address.ts";
import { digestStream } from "../../model/digest.ts";
import { mosaicZip } from "../../model/limits.ts";
import { WireError } from "../../wire/wire-error.ts";
import { looksLikeZip } from "../../wire/zip.ts";
import { zipEntries, type ZipBounds, type ZipEntry } from "../../wire/zip-entries.ts";
import { errorCodeOf, makeFolders, realDisk } from "./disk.ts";
import type { FileMark } from "./ownership.ts";
import { openSyncs, type Syncs } from "./syncs.ts";

/** Limits of an archive, and a check for free space. */
export interface UnpackLimits extends ZipBounds {
  readonly checkSpace?: ((bytes: number) => Promise<void>) | undefined;
  readonly onFile?: ((path: string, mark: FileMark) => void) | undefined;
}

/** File system errors caused by conflicting names in the archive. */
const NAME_ERRORS: readonly string[] = ["EEXIST", "EISDIR", "ENOTDIR", "ENAMETOOLONG", "EILSEQ"];

/**
 * Unpacks an archive durably into a folder and returns sorted paths. Throws WireError for an
 * invalid archive, and errors of the file system and `checkSpace`. Any error removes the folder.
 */
export async function unpackMosaic(
  archive: string,
  folder: string,
  { checkSpace, onFile, ...bounds }: UnpackLimits,
): Promise<readonly string[]> {
  const paths: string[] = [];
  const syncs = openSyncs(mosaicZip.syncsAtOnce);
  try {
    await checkSignature(archive);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const folders = new Set<string>([folder]);
    for await (const entry of zipEntries({ path: archive }, bounds)) {
      await checkSpace?.(entry.bytes);
      const mark = await keep(entry, { folder, folders, syncs });
      onFile?.(entry.path, mark);
      paths.push(entry.path);
    }
    await syncs.done();
    for (const made of folders) await realDisk.sync(made);
  } catch (error) {
    await syncs.settled();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return paths.sort(compareText);
}

async function checkSignature(archive: string): Promise<void> {
  const handle = await open(archive, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (!looksLikeZip(buffer)) throw new WireError("wrong-type", "The body is not a ZIP archive");
  } finally {
    await handle.close();
  }
}

interface Target {
  readonly folder: string;
  readonly folders: Set<string>;
  readonly syncs: Syncs;
}

async function keep(entry: ZipEntry, { folder, folders, syncs }: Target): Promise<FileMark> {
  const path = join(folder, entry.path);
  const parent = dirname(path);
  const handle = await naming(entry.path, async () => {
    if (!folders.has(parent)) await makeFolders(quick, parent);
    return open(path, "wx", 0o600);
  });
  for (let made = parent; !folders.has(made); made = dirname(made)) folders.add(made);
  const digest = digestStream();
  let bytes = 0;
  try {
    for await (const chunk of entry.content()) {
      digest.update(chunk);
      bytes += chunk.byteLength;
      await handle.writeFile(chunk);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await syncs.add(handle);
  return { bytes, digest: digest.end() };
}

/** Every folder is synced once, at the end. */
const quick = { ...realDisk, sync: async () => undefined };

async function naming<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!NAME_ERRORS.includes(errorCodeOf(error) ?? "")) throw error;
    const message = `The archive entry ${JSON.stringify(path)} cannot be kept beside the others`;
    throw new WireError("malformed", message);
  }
}
