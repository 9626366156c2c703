/**
 * Which files of a store's folder this server wrote, and what was in them: a file in that folder.
 * The data folder may hold rasters that the operator put there by hand; whatever is not listed is
 * the operator's and is never removed. The first line says whose folder it is; every further line
 * is a path with size and digest, a path alone (before version 0.2), or which state of which catalog
 * the files go with. Of lines that contradict each other the last one counts; lines that a crash
 * cut off are passed over.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";

/** Name of the file. */
export const OWNERSHIP = ".plumbline-store";

/** What a file was when it was written. */
export interface FileMark {
  readonly bytes: number;
  readonly digest: string;
}

/** Files by relative path, with `/`; what is in those of earlier versions is not known. */
export type OwnedFiles = ReadonlyMap<string, FileMark | undefined>;

/** Whose folder it is, and what in it was written by this server. */
export interface Ownership {
  readonly place: MosaicPlace;
  /** Whether the record is gone on purpose and the files are to stay. */
  readonly released: boolean;
  readonly files: OwnedFiles;
  /** The catalog that the files are of, and a revision that it has at least; undefined before version 0.2. */
  readonly state: CatalogState | undefined;
}

/** The ownership of a folder; undefined when this server did not make it, or it cannot be read. */
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

/** Whose folder it is, by the first line of an ownership. */
export function parseHead(line: string): Pick<Ownership, "place" | "released"> | undefined {
  const found = parseJson(line);
  if (typeof found !== "object" || found === null) return undefined;
  const place = placeOf(found);
  if (place === undefined) return undefined;
  return { place, released: "released" in found && found.released === true };
}

/** The state of a catalog in a line that was read; undefined for lines about something else. */
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

/** Writes the ownership of a folder again: the old or the new one is there, whatever happens. */
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

/** Adds files to those that this server wrote. The state stands last, where a start looks for it. */
export async function addOwned(
  disk: Disk,
  folder: string,
  { files, state }: Pick<Ownership, "files" | "state">,
): Promise<void> {
  const lines = linesOf(files, state);
  if (lines !== "") await disk.append(join(folder, OWNERSHIP), `\n${lines}`);
}

/** Says which state of the catalog the files of a folder go with, beside what is said already. */
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

/** Size of the ownership of a folder; undefined when there is none. */
export async function ownershipBytes(folder: string): Promise<number | undefined> {
  return (await unless(ABSENT, () => stat(join(folder, OWNERSHIP))))?.size;
}

/** Gives a folder up: what is left in it is the operator's. */
export async function removeOwnership(disk: Disk, folder: string): Promise<void> {
  await disk.removeFile(join(folder, OWNERSHIP));
  await disk.sync(folder);
}

/** What is below a folder, without following links and without the ownership itself. */
export interface FolderContent {
  /** Sorted relative paths of everything but folders, with `/`. */
  readonly files: readonly string[];
  /** Absolute paths, innermost first. */
  readonly folders: readonly string[];
}

/** The content of a folder; undefined when there is no such folder. */
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

/** Whether a relative path is the one of the ownership, in any case. */
export function isOwnershipFile(path: string): boolean {
  return path.toLowerCase().startsWith(OWNERSHIP);
}

/** What a JSON text holds; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A place out of something read from disk. */
export function placeOf(value: unknown): MosaicPlace | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("workspace" in value) || !("store" in value)) return undefined;
  const { workspace, store } = value;
  return typeof workspace === "string" && typeof store === "string"
    ? { workspace, store }
    : undefined;
}
