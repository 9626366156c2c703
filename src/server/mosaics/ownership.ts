/**
 * Which files of a store's folder this server wrote: a file in that folder.
 * The data folder may hold rasters that the operator put there by hand; whatever is not listed is
 * the operator's and is never removed. The first line says whose folder it is, every further line
 * is a path; lines that a crash cut off are passed over.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";

const NAME = ".plumbline-store";

/** Whose folder it is, and what in it was written by this server. */
export interface Ownership {
  readonly place: MosaicPlace;
  /** Whether the record is gone on purpose and the files are to stay. */
  readonly released: boolean;
  /** Relative paths, with `/`. */
  readonly paths: ReadonlySet<string>;
}

/** The ownership of a folder; undefined when this server did not make it, or it cannot be read. */
export async function readOwnership(folder: string): Promise<Ownership | undefined> {
  const text = await unless(ABSENT, () => readFile(join(folder, NAME), "utf8"));
  const [head = "", ...lines] = (text ?? "").split("\n");
  const found = parseJson(head);
  if (typeof found !== "object" || found === null) return undefined;
  const place = placeOf(found);
  if (place === undefined) return undefined;
  const paths = lines.map(parseJson).filter((line) => typeof line === "string");
  const released = "released" in found && found.released === true;
  return { place, released, paths: new Set(paths) };
}

/** Writes the ownership of a folder anew: the old or the new one is there, whatever happens. */
export async function writeOwnership(
  disk: Disk,
  folder: string,
  { place, released, paths }: Ownership,
): Promise<void> {
  const { workspace, store } = place;
  const head = { workspace, store, released };
  const lines = [head, ...paths].map((line) => `${JSON.stringify(line)}\n`);
  const path = join(folder, NAME);
  await disk.write(`${path}.next`, lines.join(""));
  await disk.rename(`${path}.next`, path);
  await disk.sync(folder);
}

/** Adds paths to those that this server wrote; has to be done before the files are there. */
export async function addOwned(
  disk: Disk,
  folder: string,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const lines = paths.map((path) => `${JSON.stringify(path)}\n`);
  await disk.append(join(folder, NAME), `\n${lines.join("")}`);
}

/** Gives a folder up: what is left in it is the operator's. */
export async function removeOwnership(disk: Disk, folder: string): Promise<void> {
  await disk.removeFile(join(folder, NAME));
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
  return path.toLowerCase().startsWith(NAME);
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
