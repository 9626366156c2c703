/** Checks, locks and empties the folders of a copy. */
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  markUnfinished,
  readUnfinished,
  removeMark,
  type UnfinishedCopy,
} from "../data-folder/unfinished-copy.ts";
import { lockFolder } from "../storage/folder-lock.ts";
import type { CopyJob } from "./job.ts";
import { refusal } from "./refusal.ts";

/** Works under the lock of a folder that exists. */
export async function alone<Result>(
  folder: string,
  { now }: Pick<CopyJob, "now">,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = locked(folder, now());
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function locked(folder: string, since: string) {
  try {
    return lockFolder(folder, since);
  } catch (error) {
    throw refusal((error as Error).message, "A catalog is copied while no server works on it.");
  }
}

/** Creates a folder for its owner only, unless it exists; returns the real path. */
export function made(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return realpathSync(folder);
}

/** The folders need not exist. */
export function checkApart(folder: string, files: string): void {
  const [one, other] = [withoutLinks(folder), withoutLinks(files)];
  if (!isWithin(one, other) && !isWithin(other, one)) return;
  throw refusal(
    `The folder of the catalog, ${folder}, and that of its files, ${files}, lie in each other`,
    "Name two folders that are apart; nothing was changed.",
  );
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
}

/** Resolves links in the part of the path that exists. */
function withoutLinks(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  const above = dirname(whole);
  return above === whole ? whole : join(withoutLinks(above), basename(whole));
}

const IGNORED_ENTRIES = /^(?:lost\+found|catalog\.lock.*|catalog\.copy\.json.*)$/;

/**
 * Works in a folder that is empty except for an interrupted copy of the same catalog. A failure
 * empties the folder, unless `keep` was called.
 */
export async function making<Result>(
  folder: string,
  copy: UnfinishedCopy,
  work: (keep: () => void) => Promise<Result>,
): Promise<Result> {
  const left = readUnfinished(folder);
  const [first] = await contentOf(folder);
  if (left !== undefined && left.catalog !== copy.catalog)
    throw refusal(
      `A copy of another catalog, ${left.catalog}, was interrupted in ${folder}`,
      "Name another folder, or empty this one; nothing was changed.",
    );
  if (left === undefined && first !== undefined)
    throw refusal(
      `${folder} is not empty: it holds ${first}`,
      "Name a folder that is empty or not there; nothing was changed.",
    );
  markUnfinished(folder, copy);
  await clear(folder);
  let isKept = false;
  try {
    const result = await work(() => (isKept = true));
    removeMark(folder);
    return result;
  } catch (error) {
    if (isKept) throw error;
    await clear(folder);
    removeMark(folder);
    throw error;
  }
}

async function contentOf(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => !IGNORED_ENTRIES.test(name));
}

async function clear(folder: string): Promise<void> {
  for (const name of await contentOf(folder))
    await rm(join(folder, name), { recursive: true, force: true });
}
