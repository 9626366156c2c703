/** Folders with a data folder, a granule root and something outside, for tests of mosaic files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { MosaicPlace } from "../../src/server/catalog/mosaic.ts";
import type { MosaicFiles } from "../../src/server/catalog/mosaic-files.ts";
import { realDisk, type Disk } from "../../src/server/mosaics/disk.ts";
import { openMosaicFiles } from "../../src/server/mosaics/open.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

/** A disk's worth of folders. */
export interface Ground {
  readonly base: string;
  readonly data: string;
  readonly root: string;
  readonly outside: string;
  readonly files: MosaicFiles;
}

/** Makes the folders and opens the files on them. */
export async function ground(disk: Disk = realDisk): Promise<Ground> {
  const base = realpathSync(temporaryFolder());
  const [data, root, outside] = [join(base, "data"), join(base, "root"), join(base, "outside")];
  for (const folder of [data, root, outside]) mkdirSync(folder);
  const files = await openMosaicFiles({ dataFolder: data, granuleRoots: [root], disk });
  return { base, data, root, outside, files };
}

/** A staging folder that holds these files. */
export async function stagedWith(
  files: MosaicFiles,
  content: Readonly<Record<string, string>>,
): ReturnType<MosaicFiles["stage"]> {
  const staged = await files.stage();
  writeFiles(staged.folder, content);
  return staged;
}

export const RAIN: MosaicPlace = { workspace: "w", store: "rain" };

/** Everything below a folder but the ownership, as path to content; empty when there is none. */
export function contentOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith(".plumbline"));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** Names in the staging area. */
export const stagedIn = ({ data }: Ground) => readdirSync(join(data, "staging"));

/** Creates the files of a store. */
export async function create(
  { files }: Ground,
  content: Readonly<Record<string, string>>,
  place = RAIN,
): Promise<void> {
  const staged = await stagedWith(files, content);
  await (await files.adopt(staged, place, "create")).done();
}
