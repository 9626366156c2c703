/** Copies files of the data directory that a plan read. */
import { bytesOfFile, namesInFolder } from "../reconciler/kinds/file/stored.ts";
import { resourcePath } from "../wire/paths.ts";
import { mediaTypes } from "../wire/media.ts";
import type { Copying } from "./copying.ts";
import type { SeenRead } from "./recorder.ts";

/** Files below a folder of the original by relative path; empty if they are not shown. */
export async function filesBelow(
  copying: Copying,
  folder: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of await namesInFolder(copying.original, folder)) {
    const path = `${folder}/${name}`;
    const own = await bytesOfFile(copying.original, path);
    const below = own === undefined ? await filesBelow(copying, path) : new Map([["", own]]);
    for (const [inside, bytes] of below)
      files.set(inside === "" ? name : `${name}/${inside}`, bytes);
  }
  return files;
}

/** Writes a file without checks, so nothing may use the file yet. */
export async function writeFile(
  { attempt }: Pick<Copying, "attempt">,
  file: string,
  body: Uint8Array,
): Promise<boolean> {
  const request = {
    method: "PUT",
    path: resourcePath(file),
    mediaType: mediaTypes.binary,
  } as const;
  return (await attempt({ ...request, body })).status < 300;
}

/** Files that were read, except those of stores, which are copied with the stores. */
export function filesIn(seen: readonly SeenRead[]): readonly string[] {
  return seen
    .filter(({ path, status }) => path.startsWith(ROOT) && (status < 300 || status === 304))
    .map(({ path }) => path.slice(ROOT.length).split("/").map(decodeURIComponent).join("/"))
    .filter((file) => !file.startsWith("data/"));
}

/** Missing files and folders are left out. */
export async function copyFiles(copying: Copying, files: Iterable<string>): Promise<void> {
  for (const file of files) {
    const bytes = await bytesOfFile(copying.original, file);
    if (bytes !== undefined) await writeFile(copying, file, bytes);
  }
}

const ROOT = resourcePath("");
