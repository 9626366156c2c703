/**
 * The lease as a file beside a local inventory. Only one taker can create the file of a number; the
 * highest number counts.
 */
import { reasonOf } from "../../model/failure.ts";
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  isSameLease,
  unreachable,
  parseLease,
  renderLease,
  type KeptLease,
  type Lease,
  type LockStore,
} from "./lease.ts";

/** Stores a lease in numbered files: `lock.7.json` for lock.json. */
export function localLock(estate: string, file: string): LockStore {
  const folder = dirname(file);
  const stem = basename(file, ".json");
  const pathOf = (number: number) => join(folder, `${stem}.${number}.json`);
  const numbers = async (): Promise<readonly number[]> =>
    (await namesIn(folder)).flatMap((name) => {
      const rest = name.startsWith(`${stem}.`) ? name.slice(stem.length + 1) : "";
      const number = /^([1-9]\d*)\.json$/.exec(rest)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  const read = async (): Promise<KeptLease | undefined> => {
    for (let attempt = 0; ; attempt++) {
      const number = Math.max(0, ...(await numbers()));
      if (number === 0) return undefined;
      try {
        const lease = parseLease(await readFile(pathOf(number), "utf8"), estate);
        return { lease, version: undefined, ageMs: Date.now() - Date.parse(lease.renewed) };
      } catch (error) {
        // The next taker removes earlier files.
        const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
        if (!isGone || attempt > 2) throw error;
      }
    }
  };
  const take = async (lease: Lease): Promise<KeptLease | undefined> => {
    const isFirst = await asNewFile(pathOf(lease.number), renderLease(lease, estate), lease.id);
    if (!isFirst) return undefined;
    const kept = await read();
    if (!isSameLease(kept?.lease, lease)) {
      await rm(pathOf(lease.number), { force: true });
      return undefined;
    }
    for (const number of await numbers())
      if (number < lease.number) await rm(pathOf(number), { force: true });
    return kept;
  };
  const renew = async (lease: Lease): Promise<KeptLease | undefined> => {
    if (!isSameLease((await read())?.lease, lease)) return undefined;
    const staged = `${pathOf(lease.number)}.new`;
    await writeFile(staged, renderLease(lease, estate), { mode: 0o600 });
    await rename(staged, pathOf(lease.number));
    return { lease, version: undefined, ageMs: 0 };
  };
  const replace = async (lease: Lease, instead: KeptLease | undefined) => {
    await mkdir(folder, { recursive: true });
    return isSameLease(lease, instead?.lease) ? renew(lease) : take(lease);
  };
  return {
    place: file,
    read: () => within(file, "cannot be read", read),
    replace: (lease, instead) => within(file, "cannot be written", () => replace(lease, instead)),
  };
}

async function within<Result>(
  file: string,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unreachable(file, `${what}: ${reasonOf(error)}`);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Atomic; false when the file exists. */
async function asNewFile(path: string, text: string, id: string): Promise<boolean> {
  const staged = `${path}.${id}.new`;
  await writeFile(staged, text, { mode: 0o600, flush: true });
  try {
    await link(staged, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(staged, { force: true });
  }
}
