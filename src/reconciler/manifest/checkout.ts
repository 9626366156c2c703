/**
 * The working tree: while Git writes it or parts are not fetched, missing files prove nothing.
 * Conflict markers and LFS pointers stand in place of the content of a file.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fault, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import { manifest as limits } from "../../model/limits.ts";
import { notFetched } from "./find-files.ts";
import { isWithin } from "./whole-path.ts";

/** Milliseconds between looks at Git's lock. */
const POLL_MS = 50;

/** Reports Git's lock (after a wait, as it is mostly short) and empty submodules. */
export async function checkoutDiagnostics(
  paths: readonly string[],
): Promise<readonly Diagnostic[]> {
  const roots = new Map(paths.map((path) => [path, rootOf(resolve(path))] as const));
  const diagnostics: Diagnostic[] = [];
  for (const root of new Set(roots.values())) {
    if (root === undefined) continue;
    const own = paths.filter((path) => roots.get(path) === root);
    diagnostics.push(...(await locked(root)), ...emptySubmodules(root, own));
  }
  return diagnostics;
}

/** Whether Git holds any lock on the working trees around some paths. */
export function isGitBusy(paths: readonly string[]): boolean {
  const roots = new Set(paths.map((path) => rootOf(resolve(path))));
  return [...roots].some((root) => {
    const folder = root === undefined ? undefined : gitFolder(root);
    return (
      folder !== undefined &&
      existsSync(folder) &&
      readdirSync(folder).some((name) => name.endsWith(".lock"))
    );
  });
}

/** The working tree around an estate's project file, else that file's folder. */
export function checkoutOf(folder: string): string {
  return rootOf(resolve(folder)) ?? resolve(folder);
}

function rootOf(path: string): string | undefined {
  if (existsSync(join(path, ".git"))) return path;
  const parent = dirname(path);
  return parent === path ? undefined : rootOf(parent);
}

/** Git holds `index.lock` while it changes the index and the files. */
async function locked(root: string): Promise<readonly Diagnostic[]> {
  const file = join(gitFolder(root), "index.lock");
  for (let waited = 0; existsSync(file) && waited < limits.gitLockMs; waited += POLL_MS)
    await new Promise((resolved) => setTimeout(resolved, POLL_MS));
  if (!existsSync(file)) return [];
  const message = `Git is changing the files: ${file} is there`;
  const hint = "Wait until it is done. If no Git is running any more, remove the file.";
  return [fault("checkout-unfinished", message, { hint, where: { file } })];
}

/** In worktrees and submodules, `.git` is a file with the folder's path. */
function gitFolder(root: string): string {
  const path = join(root, ".git");
  if (statSync(path).isDirectory()) return path;
  const named = /^gitdir: (.*)$/m.exec(readFileSync(path, "utf8"))?.[1];
  return named === undefined ? path : resolve(root, named.trimEnd());
}

function emptySubmodules(root: string, paths: readonly string[]): readonly Diagnostic[] {
  const file = join(root, ".gitmodules");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const [, value] = /^\s*path\s*=(.*)$/.exec(line) ?? [];
    const named = value?.trim().replace(/^"|"$/g, "");
    if (named === undefined || named === "") return [];
    const folder = join(root, named);
    const concerns = paths.some((path) => isWithin(folder, resolve(path)));
    const where: Position = { file, line: index + 1, column: 1 };
    const isEmpty = !existsSync(folder) || readdirSync(folder).every((name) => name === ".git");
    return concerns && isEmpty ? [{ ...notFetched(folder, "submodule"), where }] : [];
  });
}

const POINTER = "version https://git-lfs.github.com/spec/v1";

/** The LFS specification's limit for pointers. */
const POINTER_BYTES = 1_024;

export function damageOf(file: string, bytes: Uint8Array): Diagnostic | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length <= POINTER_BYTES && buffer.toString("latin1").startsWith(POINTER))
    return notFetched(file, "pointer");
  const line = conflictLine(buffer);
  if (line === undefined) return undefined;
  const message = `${file} holds an unresolved merge conflict`;
  const hint = "Resolve it: choose between the two versions and remove the markers.";
  const where = { file, line, column: 1 };
  return fault("merge-conflict", message, { hint, where });
}

/** The line of the first of three markers, each at the start of a line and in order. */
function conflictLine(buffer: Buffer): number | undefined {
  const start = markerAt(buffer, "<<<<<<< ", 0);
  const middle = start === -1 ? -1 : markerAt(buffer, "=======", start);
  if (middle === -1 || markerAt(buffer, ">>>>>>> ", middle) === -1) return undefined;
  return buffer.subarray(0, start).toString("latin1").split("\n").length;
}

function markerAt(buffer: Buffer, marker: string, from: number): number {
  if (from === 0 && buffer.subarray(0, marker.length).toString("latin1") === marker) return 0;
  const found = buffer.indexOf(`\n${marker}`, from);
  return found === -1 ? -1 : found + 1;
}
