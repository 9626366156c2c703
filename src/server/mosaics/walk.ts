/**
 * Walks the files below a folder. Every folder is opened, its path is checked, and the open folder
 * is listed, so a folder replaced by a link reveals nothing outside.
 */
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../../model/address.ts";
import { harvest } from "../../model/limits.ts";
import { isShortage } from "../../model/shortage.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { WalkedEntry, WalkOptions } from "../catalog/mosaic-files.ts";
import { openChecked } from "./confined.ts";
import { follow } from "./follow.ts";
import { isAllowed, type Roots } from "./roots.ts";

interface Progress {
  readonly roots: Roots;
  readonly options: WalkOptions;
  /** Visited folders and files; links may lead to them again. */
  readonly seen: Set<string>;
  entries: number;
  files: number;
}

/** The path must have no links; see the port. */
export async function* walk(
  roots: Roots,
  directory: string,
  options: WalkOptions,
): AsyncGenerator<WalkedEntry> {
  const progress: Progress = { roots, options, seen: new Set(), entries: 0, files: 0 };
  yield* walkFolder(progress, directory, 0);
}

async function* walkFolder(
  progress: Progress,
  folder: string,
  depth: number,
): AsyncGenerator<WalkedEntry> {
  if (progress.seen.has(folder)) return;
  progress.seen.add(folder);
  if (depth > harvest.depth) {
    yield problem(folder, `is more than ${harvest.depth} folders deep`);
    return;
  }
  const entries = await attempt(folder, () => listFolder(progress, folder));
  if (!Array.isArray(entries)) {
    yield entries;
    return;
  }
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const path = join(folder, entry.name);
    const met = await attempt(path, () => meet(progress, path, entry));
    if (met === undefined) continue;
    if (met.kind !== "folder") yield counted(progress, met);
    else if (progress.options.recursive) yield* walkFolder(progress, met.path, depth + 1);
  }
}

type Met = WalkedEntry | { readonly kind: "folder"; readonly path: string };

async function meet(progress: Progress, path: string, entry: Dirent): Promise<Met | undefined> {
  const { roots, options, seen } = progress;
  if (!isAllowed(roots, path)) return undefined;
  const found = isPlain(entry) ? entry : await follow(roots, path);
  if (!("end" in found)) {
    if (found.isDirectory()) return { kind: "folder", path };
    return found.isFile() ? meetFile(progress, path) : undefined;
  }
  if (found.end === "found") {
    if (found.stats.isDirectory()) return { kind: "folder", path: found.path };
    if (found.stats.isFile()) return meetFile(progress, found.path);
  }
  if (!options.accept(path) || seen.has(path)) return undefined;
  return problem(path, reasons[found.end]);
}

const reasons = {
  found: "is neither file nor folder",
  outside: "leads to where nothing may be harvested",
  missing: "leads to nothing",
  unreadable: "cannot be read, check filesystem permissions",
} as const;

function isPlain(entry: Dirent): boolean {
  return entry.isFile() || entry.isDirectory();
}

function meetFile({ options, seen }: Progress, path: string): Met | undefined {
  if (seen.has(path) || !options.accept(path)) return undefined;
  seen.add(path);
  return { kind: "file", path };
}

function counted(progress: Progress, met: WalkedEntry): WalkedEntry {
  if (met.kind === "file" && ++progress.files > harvest.files) {
    throw tooMany("files", harvest.files);
  }
  return met;
}

function tooMany(what: string, limit: number): CatalogError {
  return new CatalogError(
    "too-large",
    `The folder holds more than ${limit} ${what}; harvest parts of it`,
  );
}

/** Lists entries except hidden and reserved ones. */
async function listFolder(progress: Progress, folder: string): Promise<Dirent[] | WalkedEntry> {
  const opened = await openChecked(progress.roots, folder);
  if (opened === undefined) return problem(folder, "was changed meanwhile");
  try {
    const entries: Dirent[] = [];
    for await (const entry of await opendir(opened.readPath, { bufferSize: 512 })) {
      if (++progress.entries > harvest.entries) throw tooMany("entries", harvest.entries);
      if (!entry.name.startsWith(".")) entries.push(entry);
    }
    const isListed = opened.readPath !== folder || (await opened.isSame());
    return isListed ? entries : problem(folder, "was changed meanwhile");
  } finally {
    await opened.handle.close();
  }
}

function problem(path: string, message: string): WalkedEntry {
  return { kind: "error", path, message };
}

/** Converts file system errors of an entry into its result. */
async function attempt<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result | WalkedEntry> {
  try {
    return await work();
  } catch (error) {
    const isOfEntry = error instanceof Error && "syscall" in error && !isShortage(error);
    if (!isOfEntry || error instanceof CatalogError) throw error;
    const code = "code" in error ? String(error.code) : "unknown";
    const isClosed = code === "EACCES" || code === "EPERM";
    return problem(path, isClosed ? reasons.unreadable : `cannot be read (${code})`);
  }
}
