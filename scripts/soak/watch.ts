/**
 * Watch mode for a long time: random edits, half writes, folders that vanish, broken YAML, a server
 * that is restarted. In the end the catalog is as the folder is, and nothing is left over.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { soakFolder, type SoakFolder } from "./folder.ts";
import {
  AUTHORIZATION,
  soakServer,
  soakWatchProcess,
  type SoakEvent,
  type SoakServer,
  type SoakWatch,
} from "./processes.ts";

/** How long, how much, and from which seed. */
export interface SoakOptions {
  readonly seconds: number;
  readonly edits: number;
  readonly restarts: number;
  readonly seed: number;
  readonly onProgress?: (text: string) => void;
}

/** What a soak found. */
export interface SoakReport {
  readonly edits: number;
  readonly restarts: number;
  readonly passes: number;
  readonly plans: number;
  readonly deletions: number;
  /** Results of passes with their numbers. */
  readonly results: Readonly<Record<string, number>>;
  /** Deletions of what the folder never was without. */
  readonly unfounded: readonly string[];
  /** What in the end is not in the catalog as in the folder. */
  readonly differences: readonly string[];
  /** MiB in memory after a while, and in the end. */
  readonly memory: { readonly early: number; readonly late: number };
  readonly handles: { readonly before: number; readonly after: number };
  readonly listeners: { readonly after: number; readonly entries: number };
  readonly exitCode: number | null;
  readonly lockReleased: boolean;
}

/** Edits that follow each other without a rest. */
const BURST = 6;
/** A deletion is founded when the folder was without the style this long before, or later. */
const FOUNDED_MS = 20_000;
const MIB = 1_024 * 1_024;
/** How long the catalog may take in the end: the longest pause between two attempts, and more. */
const SETTLE_MS = 240_000;

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs a soak and reports what it found. */
export async function soakWatch(options: SoakOptions): Promise<SoakReport> {
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-soak-"));
  const random = numbers(options.seed);
  const server = await soakServer(join(scratch, "data"));
  await server.start();
  const folder = soakFolder(join(scratch, "manifests"), random);
  const seen = openTally(folder);
  const args = [join(scratch, "manifests"), "--prune=owned", "--allow", "over-limit"];
  const watch = soakWatchProcess([...args, "--poll", "2s"], server.url, seen.take);
  try {
    await until(() => seen.passes() > 0, 30_000);
    const before = watch.handles();
    const memory = await work(options, { folder, server, watch, random });
    folder.repair();
    // Anyone who waits for the next attempt learns that there may be another result.
    watch.hangUp();
    const differences = await untilSame(server, folder);
    await pause(1_000);
    const late = Math.round(watch.memory() / MIB);
    const handles = { before, after: watch.handles() };
    const listeners = { after: watch.listeners(), entries: folder.entries() };
    const exitCode = await watch.stop();
    const lockReleased = await isReleased(server);
    const { edits, restarts } = options;
    const report = { edits, restarts, ...seen.report(), differences, handles, listeners };
    return { ...report, memory: { early: memory, late }, exitCode, lockReleased };
  } finally {
    await watch.stop();
    await server.stop("SIGTERM");
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Edits and restarts, evenly over the time; gives the MiB in memory after a quarter of it. */
async function work(
  { seconds, edits, restarts, onProgress }: SoakOptions,
  on: {
    readonly folder: SoakFolder;
    readonly server: SoakServer;
    readonly watch: SoakWatch;
    readonly random: () => number;
  },
): Promise<number> {
  const started = Date.now();
  // In bursts, as people and programs write: in between there is time to apply something.
  const dueAt = (edit: number) =>
    started + (Math.floor(edit / BURST) * BURST * seconds * 1_000) / edits;
  let early = 0;
  for (let edit = 1; edit <= edits; edit++) {
    await on.folder.edit();
    if (edit === Math.ceil(edits / 4)) early = Math.round(on.watch.memory() / MIB);
    if (isDue(edit, edits, restarts)) {
      await on.server.stop(on.random() < 0.5 ? "SIGTERM" : "SIGKILL");
      await pause(on.random() * 1_000);
      await on.server.start();
    }
    if (edit % 100 === 0) onProgress?.(`${edit} edits, ${Math.round(on.watch.memory() / MIB)} MiB`);
    await pause(Math.max(0, dueAt(edit) - Date.now()));
  }
  return early;
}

function isDue(edit: number, edits: number, times: number): boolean {
  const step = Math.floor(edits / (times + 1));
  return step > 0 && edit % step === 0 && edit / step <= times;
}

/** Counts what a watch reports, and finds deletions that nobody asked for. */
function openTally(folder: SoakFolder) {
  const counts = { passes: 0, plans: 0, deletions: 0 };
  const results: Record<string, number> = {};
  const unfounded: string[] = [];
  return {
    passes: () => counts.passes,
    report: () => ({ ...counts, results, unfounded }),
    take: ({ type, result = "", changes = [] }: SoakEvent): void => {
      if (type === "pass") {
        counts.passes++;
        results[result] = (results[result] ?? 0) + 1;
      }
      if (type !== "plan") return;
      counts.plans++;
      for (const { action, address } of changes) {
        if (action !== "delete") continue;
        counts.deletions++;
        const name = address.replace("Style/", "");
        if (!folder.wasWithout(name, Date.now() - FOUNDED_MS)) unfounded.push(address);
      }
    },
  };
}

async function until(isSo: () => boolean, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; !isSo(); await pause(50))
    if (Date.now() > end) throw new Error("the watch did not come to a pass");
}

/** Waits until the catalog is as the folder is; gives what is not so when the time is over. */
async function untilSame({ url }: SoakServer, folder: SoakFolder): Promise<readonly string[]> {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const different = await differences(url, folder.wanted());
    if (different.length === 0 || Date.now() > end) return different;
    await pause(500);
  }
}

async function differences(
  url: string,
  wanted: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const headers = { authorization: AUTHORIZATION };
  const listed = (await (await fetch(`${url}/rest/styles.json`, { headers })).json()) as {
    readonly styles: { readonly style: readonly { readonly name: string }[] } | "";
  };
  const names = listed.styles === "" ? [] : listed.styles.style.map(({ name }) => name);
  const ours = names.filter((name) => /^s\d+$/.test(name));
  const surplus = ours.filter((name) => !wanted.has(name)).map((name) => `${name} is too much`);
  const found = await Promise.all(
    [...wanted].map(async ([name, colour]) => {
      const answer = await fetch(`${url}/rest/styles/${name}.sld`, { headers });
      return (await answer.text()).includes(colour) ? [] : [`${name} is not ${colour}`];
    }),
  );
  return [...surplus, ...found.flat()];
}

async function isReleased({ url }: SoakServer): Promise<boolean> {
  const headers = { authorization: AUTHORIZATION };
  const answer = await fetch(`${url}/rest/resource/plumbline/default/lock.json`, { headers });
  return ((await answer.json()) as { readonly released: boolean }).released;
}

/** What a soak found wrong, in words; none when it went well. */
export function problemsOf(report: SoakReport): readonly string[] {
  const { memory, handles, listeners, unfounded, differences: different } = report;
  return [
    ...unfounded.map((address) => `${address} was deleted though the folder never was without it`),
    ...different,
    ...(memory.late > memory.early * 1.25 + 24
      ? [`memory rose from ${memory.early} to ${memory.late} MiB`]
      : []),
    ...(handles.after > handles.before + 8
      ? [`${handles.after} file handles, ${handles.before} at the start`]
      : []),
    ...(listeners.after > 2 * listeners.entries + 8
      ? [`${listeners.after} listeners for ${listeners.entries} entries`]
      : []),
    ...(report.exitCode === 0 ? [] : [`the watch ended with ${report.exitCode}`]),
    ...(report.lockReleased ? [] : ["the lock is still held"]),
  ];
}
