/** Copies files of the data directory: those that a plan looked at, byte for byte. */
import { resourcePath } from "../wire/paths.ts";
import { expectFound, get } from "../wire/reading.ts";
import { parseResourceListing } from "../wire/resource.ts";
import { mediaTypes } from "../wire/media.ts";
import type { Copying } from "./copying.ts";
import type { SeenRead } from "./recorder.ts";

/** A file of the original; undefined when there is none, or a folder. */
export async function fileAt({ original }: Copying, file: string): Promise<Uint8Array | undefined> {
  if (!original.server.resources) return undefined;
  const path = resourcePath(file);
  const response = await get(original.read, path, { query: { format: "xml" } });
  if (response.status === 404 || response.headers["resource-type"] === "directory")
    return undefined;
  return expectFound(response, path).body;
}

/** Names in a folder of the original; none where it is not shown. */
export async function namesIn({ original }: Copying, folder: string): Promise<readonly string[]> {
  if (!original.server.resources) return [];
  const path = resourcePath(folder);
  const response = await get(original.read, path, { query: { format: "xml" } });
  return response.status === 404 ? [] : parseResourceListing(expectFound(response, path));
}

/** All files below a folder of the original, by path inside of it; none where they are not shown. */
export async function filesBelow(
  copying: Copying,
  folder: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of await namesIn(copying, folder)) {
    const path = `${folder}/${name}`;
    const own = await fileAt(copying, path);
    const below = own === undefined ? await filesBelow(copying, path) : new Map([["", own]]);
    for (const [inside, bytes] of below)
      files.set(inside === "" ? name : `${name}/${inside}`, bytes);
  }
  return files;
}

/** Writes a file of the copy. What it belongs to must not use it yet: nothing is checked. */
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

/** The files that were looked at; those of stores come with the stores. */
export function filesIn(seen: readonly SeenRead[]): readonly string[] {
  return seen
    .filter(({ path, status }) => path.startsWith(ROOT) && (status < 300 || status === 304))
    .map(({ path }) => path.slice(ROOT.length).split("/").map(decodeURIComponent).join("/"))
    .filter((file) => !file.startsWith("data/"));
}

/** Copies files; those that are not there, and folders, are left out. */
export async function copyFiles(copying: Copying, files: Iterable<string>): Promise<void> {
  for (const file of files) {
    const bytes = await fileAt(copying, file);
    if (bytes !== undefined) await writeFile(copying, file, bytes);
  }
}

const ROOT = resourcePath("");
