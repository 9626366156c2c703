/** Staged files: unpacked from an archive or taken from a body. */
import { lstat, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { harvest, mosaicZip } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { StagingFolder } from "../catalog/mosaic-files.ts";
import { ABSENT, makeFolders, realDisk, unless } from "./disk.ts";
import { markOf } from "./file-mark.ts";
import type { StagedParts } from "./staged-parts.ts";
import { contentOf, type FileMark } from "./ownership.ts";
import { isRelativePath } from "./places.ts";
import { unpackMosaic } from "./unpack.ts";

/** Throws disk-full if there is no room for this many bytes. */
export type CheckSpace = (bytes: number) => Promise<void>;

export function openStagingFolder(
  { whole, files, marks }: StagedParts,
  {
    checkSpace,
    discard,
  }: {
    readonly checkSpace: CheckSpace | undefined;
    readonly discard: (path: string) => Promise<void>;
  },
): StagingFolder {
  return {
    folder: files,
    unpack: async (archive, below = "") => {
      const under = (path: string) => (below === "" ? path : `${below}/${path}`);
      const onFile = (path: string, mark: FileMark) => void marks.set(under(path), mark);
      const limits = { ...mosaicZip, checkSpace, onFile };
      const paths = await unpackMosaic(archive, join(files, below), limits);
      return paths.map(under);
    },
    take: async (file, path) => {
      marks.set(path, await takeFile(file, { files, path }));
    },
    list: async () => (await contentOf(files))?.files ?? [],
    read: (path) => readSmall(files, path),
    discard: () => discard(whole),
  };
}

async function takeFile(
  file: string,
  { files, path }: { readonly files: string; readonly path: string },
): Promise<FileMark> {
  if (!isRelativePath(path)) {
    throw new CatalogError("name-invalid", `${JSON.stringify(path)} is no name of a file`);
  }
  const target = join(files, path);
  await makeFolders(realDisk, dirname(target));
  await realDisk.sync(file);
  await rename(file, target);
  await realDisk.sync(dirname(target));
  return markOf(target);
}

async function readSmall(folder: string, path: string): Promise<Uint8Array | undefined> {
  if (!isRelativePath(path)) return undefined;
  const found = await unless(ABSENT, () => lstat(join(folder, path)));
  if (found === undefined || !found.isFile()) return undefined;
  if (found.size > harvest.definitionBytes) {
    const bounds = `${found.size} bytes; the limit is ${harvest.definitionBytes}`;
    throw new CatalogError("too-large", `The file ${path} has ${bounds}`);
  }
  return readFile(join(folder, path));
}
