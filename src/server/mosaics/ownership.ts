/**
 * The ownership file of a store's folder lists the files that this server wrote, with size and
 * digest. Unlisted files are the operator's and are never removed. The first line names the store.
 * Each further line is a path with its mark, a bare path (before version 0.2) or a catalog state.
 * The last of contradicting lines applies; lines truncated by a crash are ignored.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";

export const OWNERSHIP = ".plumbline-store";

export interface FileMark {
  readonly bytes: number;
  readonly digest: string;
}

/** By relative path, with `/`; marks of earlier versions are unknown. */
export type OwnedFiles = ReadonlyMap<string, FileMark | undefined>;

export interface Ownership {
  readonly place: MosaicPlace;
  /** The store's record was removed, but the files must stay. */
  readonly released: boolean;
  readonly files: OwnedFiles;
  /** The owning catalog and its lowest possible revision; undefined before version 0.2. */
  readonly state: CatalogState | undefined;
}

/** Returns undefined if there is no readable ownership file. */
export async function readOwnership(folder: string): Promise<Ownership | undefined> {
  const text = await unless(ABSENT, () => readFile(join(folder, OWNERSHIP), "utf8"));
  const [head = "", ...lines] = (text ?? "").split("\n");
  const found = parseHead(head);
  if (found === undefined) return undefined;
  const files = new Map<string, FileMark | undefined>();
  let state: CatalogState | undefined;
  for (const line of lines) {
    const read = parseJson(line);
    if (typeof read === "string") files.set(read, undefined);
    const file = fileIn(read);
    if (file !== undefined) files.set(file.path, file.mark);
    state = stateIn(read) ?? state;
  }
  return { ...found, files, state };
}

export function parseHead(line: string): Pick<Ownership, "place" | "released"> | undefined {
  const found = parseJson(line);
  if (typeof found !== "object" || found === null) return undefined;
  const place = placeOf(found);
  if (place === undefined) return undefined;
  return { place, released: "released" in found && found.released === true };
}

export function stateIn(line: unknown): CatalogState | undefined {
  if (typeof line !== "object" || line === null || !("catalog" in line && "revision" in line))
    return undefined;
  const { catalog, revision } = line;
  return typeof catalog === "string" && typeof revision === "number"
    ? { catalog, revision }
    : undefined;
}

function fileIn(line: unknown): { readonly path: string; readonly mark: FileMark } | undefined {
  if (typeof line !== "object" || line === null || !("path" in line)) return undefined;
  if (!("bytes" in line && "digest" in line)) return undefined;
  const { path, bytes, digest } = line;
  if (typeof path !== "string" || typeof bytes !== "number" || typeof digest !== "string")
    return undefined;
  return { path, mark: { bytes, digest } };
}

/** Replaces the file atomically. */
export async function writeOwnership(
  disk: Disk,
  folder: string,
  { place, released, files, state }: Ownership,
): Promise<void> {
  const { workspace, store } = place;
  const head = `${JSON.stringify({ workspace, store, released })}\n`;
  const path = join(folder, OWNERSHIP);
  await disk.write(`${path}.next`, head + linesOf(files, state));
  await disk.rename(`${path}.next`, path);
  await disk.sync(folder);
}

/** Appends files. The state is the last line, where the next start reads it. */
export async function addOwned(
  disk: Disk,
  folder: string,
  { files, state }: Pick<Ownership, "files" | "state">,
): Promise<void> {
  const lines = linesOf(files, state);
  if (lines !== "") await disk.append(join(folder, OWNERSHIP), `\n${lines}`);
}

export function addState(disk: Disk, folder: string, state: CatalogState): Promise<void> {
  return addOwned(disk, folder, { files: new Map(), state });
}

function linesOf(files: OwnedFiles, state: CatalogState | undefined): string {
  const lines: unknown[] = [...files].map(([path, mark]) =>
    mark === undefined ? path : { path, ...mark },
  );
  if (state !== undefined) lines.push(state);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export async function ownershipBytes(folder: string): Promise<number | undefined> {
  return (await unless(ABSENT, () => stat(join(folder, OWNERSHIP))))?.size;
}

/** Gives up a folder; remaining files are the operator's. */
export async function removeOwnership(disk: Disk, folder: string): Promise<void> {
  await disk.removeFile(join(folder, OWNERSHIP));
  await disk.sync(folder);
}

/** Content without ownership files; links are not followed. */
export interface FolderContent {
  /** Sorted relative paths of everything but folders, with `/`. */
  readonly files: readonly string[];
  /** Absolute paths, innermost first. */
  readonly folders: readonly string[];
}

export async function contentOf(folder: string): Promise<FolderContent | undefined> {
  const found = await unless(ABSENT, () =>
    readdir(folder, { recursive: true, withFileTypes: true }),
  );
  if (found === undefined) return undefined;
  const pathOf = (entry: (typeof found)[number]) => join(entry.parentPath, entry.name);
  const files = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, pathOf(entry)).split(sep).join("/"))
    .filter((path) => !isOwnershipFile(path));
  const folders = found.filter((entry) => entry.isDirectory()).map(pathOf);
  return {
    files: files.sort(compareText),
    folders: folders.sort((a, b) => b.length - a.length),
  };
}

/** Ignores case. */
export function isOwnershipFile(path: string): boolean {
  return path.toLowerCase().startsWith(OWNERSHIP);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function placeOf(value: unknown): MosaicPlace | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("workspace" in value) || !("store" in value)) return undefined;
  const { workspace, store } = value;
  return typeof workspace === "string" && typeof store === "string"
    ? { workspace, store }
    : undefined;
}
