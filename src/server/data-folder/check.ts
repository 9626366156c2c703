/**
 * Looks through a data folder and changes nothing in it: the database, every content, every file that
 * was sent, and whether they fit together. Works beside a server
 * (docs/decisions/0032-data-folder.md).
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspection as limits } from "../../model/limits.ts";
import type { Secret } from "../../model/secret.ts";
import { findDangling } from "../catalog/consistency.ts";
import type { Fault } from "../catalog/fault.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { findUnfinished } from "../mosaics/inspect.ts";
import { orphansFolder } from "../mosaics/orphans.ts";
import { readCatalog } from "../storage/catalog-state.ts";
import { digestOfDatabase, readClosingNote } from "../storage/closing-note.ts";
import { isFolderHeld } from "../storage/folder-lock.ts";
import { inspectKeystore } from "../storage/inspect-keystore.ts";
import { inspectContents, inspectPages, inspectRecords } from "../storage/inspect.ts";
import { findLogDamage } from "../storage/log-end.ts";
import { databasePath, lookAt, sizeOf } from "../storage/read-only.ts";
import { SCHEMA_VERSION } from "../storage/schema.ts";
import { readerOn, type Connection } from "../storage/sqlite.ts";
import { ageBeside } from "./catalog-age.ts";
import { inspectStores } from "./check-stores.ts";

export type { Fault } from "../catalog/fault.ts";

/** What a check found. */
export interface Checked {
  readonly faults: readonly Fault[];
  /** What could not be looked at, and why, in sentences. */
  readonly remarks: readonly string[];
  /** Whether a server worked on the folder meanwhile. */
  readonly isServed: boolean;
  /** What was looked at. */
  readonly counts: { readonly records: number; readonly contents: number; readonly files: number };
}

/** What a check looks at. */
export interface CheckOptions {
  readonly folder: string;
  /** The keystore password, where it is given from outside. */
  readonly keystorePassword?: Secret | undefined;
}

/**
 * Checks a folder. While a server changes it, what is found is looked at again: only what stays is
 * told. Rejects with what the file system says of a folder that cannot be read.
 */
export async function checkFolder(options: CheckOptions): Promise<Checked> {
  let checked = await look(options);
  for (let round = 1; round < limits.rounds && checked.faults.length > 0; round++) {
    const isServed = isFolderHeld(options.folder);
    if (!isServed && !checked.isServed) return checked;
    await setTimeout(limits.pauseMs);
    const again = await look(options);
    const known = new Set(checked.faults.map(keyOf));
    checked = { ...again, faults: again.faults.filter((fault) => known.has(keyOf(fault))) };
  }
  return checked;
}

function keyOf({ code, where }: Fault): string {
  return `${code} ${where}`;
}

type Part = Pick<Checked, "faults" | "remarks" | "counts">;

const nothing = { records: 0, contents: 0, files: 0 };

async function look(options: CheckOptions): Promise<Checked> {
  const { folder } = options;
  await readdir(folder);
  const isServed = isFolderHeld(folder);
  const beside = isServed ? [] : await lookBeside(folder);
  const { faults, remarks, counts } = await lookInside(options, isServed);
  const orphans = await lookForOrphans(folder);
  return { faults: [...beside, ...faults, ...orphans], remarks, counts, isServed };
}

/** What lies beside a database that nobody has open, and its own bytes. */
async function lookBeside(folder: string): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const where = "catalog.db";
  const damage = findLogDamage(databasePath(folder));
  if (damage !== undefined) {
    const message = `The log ${damage.fault}; ${damage.taken} of its pages are taken`;
    faults.push({ code: "log-damaged", where: "catalog.db-wal", message });
  }
  const unfinished = await attempt("staging", () => findUnfinished(folder));
  const note = readClosingNote(folder);
  const isChanged =
    note?.digest !== undefined &&
    sizeOf(databasePath(folder)) > 0 &&
    sizeOf(`${databasePath(folder)}-wal`) === 0 &&
    digestOfDatabase(folder) !== note.digest;
  const message = "It is not what the server left when it ended";
  const changed: Fault[] = isChanged ? [{ code: "database-changed", where, message }] : [];
  return [...faults, ...unfinished, ...changed];
}

async function lookInside(options: CheckOptions, isServed: boolean): Promise<Part> {
  const { folder } = options;
  const path = databasePath(folder);
  if (sizeOf(path) === 0) {
    const message = "There is no catalog";
    const fault: Fault = { code: "catalog-missing", where: "catalog.db", message };
    const older = await olderThanFiles(folder, () => "missing");
    return { faults: [fault, ...older], remarks: [], counts: nothing };
  }
  try {
    const { database, close } = lookAt(folder, isServed);
    try {
      const part = await lookThrough(database, options);
      const older = isServed ? [] : await olderThanFiles(folder, () => readCatalog(database));
      return { ...part, faults: [...older, ...part.faults] };
    } finally {
      close();
    }
  } catch (error) {
    return { faults: [damageOf("catalog.db", error)], remarks: [], counts: nothing };
  }
}

async function olderThanFiles(
  folder: string,
  find: () => Parameters<typeof ageBeside>[1],
): Promise<readonly Fault[]> {
  const where = "catalog.db";
  return attempt(where, async () => {
    const { reasons } = await ageBeside(folder, find());
    return reasons.map((message) => ({ code: "catalog-older", where, message }) as const);
  });
}

/** Everything that the database tells, as far as it can be read. */
async function lookThrough(database: Connection, options: CheckOptions): Promise<Part> {
  const where = "catalog.db";
  const pages = await attempt(where, async () => inspectPages(database));
  if (pages.length > 0) {
    // What leads in circles would be read for ever.
    const remarks = ["Its pages are damaged, so that nothing else in the database was looked at"];
    return { faults: pages, remarks, counts: nothing };
  }
  const version = Number(database.prepare("SELECT version FROM versions").get()?.["version"] ?? 0);
  if (version > SCHEMA_VERSION) {
    const message = `It has version ${version}, which this Plumbline does not know`;
    return {
      faults: [...pages, { code: "catalog-version", where, message }],
      remarks: [],
      counts: nothing,
    };
  }
  if (version < SCHEMA_VERSION) {
    const remark = `The database is of version ${version}; the next start brings it up to ${SCHEMA_VERSION}. Only its pages were looked at`;
    return { faults: pages, remarks: [remark], counts: nothing };
  }
  const contents = await counted(where, () => inspectContents(database));
  const records = await counted(where, () => inspectRecords(database));
  const isReadable = !records.faults.some(({ code }) => code === "record-damaged");
  const known = { faults: [...pages, ...contents.faults, ...records.faults], remarks: [] };
  const counts = { records: records.count, contents: contents.count, files: 0 };
  if (!isReadable) {
    const remarks = ["Records cannot be read, so that nothing was held against them"];
    return { ...known, remarks, counts };
  }
  const reader = readerOn(database);
  const more = await lookAround(reader, database, options);
  return {
    faults: [...known.faults, ...more.faults],
    remarks: more.remarks,
    counts: { ...counts, files: more.files },
  };
}

/** What records say, against each other and against what lies in the folder. */
async function lookAround(
  reader: CatalogReader,
  database: Connection,
  { folder, keystorePassword: given }: CheckOptions,
): Promise<{ faults: readonly Fault[]; remarks: readonly string[]; files: number }> {
  const dangling = await attempt("catalog.db", () => findDangling(reader));
  try {
    const stores = await inspectStores(folder, reader, database);
    const keystore = await inspectKeystore({ folder, given }, reader, database);
    const remark = keystore.remark === undefined ? [] : [keystore.remark];
    return {
      faults: [...dangling, ...stores.faults, ...keystore.faults],
      remarks: [...stores.remarks, ...remark],
      files: stores.files,
    };
  } catch (error) {
    return { faults: [...dangling, damageOf("catalog.db", error)], remarks: [], files: 0 };
  }
}

async function lookForOrphans(folder: string): Promise<readonly Fault[]> {
  const orphans = orphansFolder(folder);
  let days: readonly string[] = [];
  try {
    days = await readdir(orphans);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return days.map((day) => ({
    code: "orphans",
    where: join(".orphans", day),
    message: "A start set these files aside, of stores that the catalog did not know",
  }));
}

/** Faults, or what went wrong while they were looked for, as one. */
async function attempt(
  where: string,
  work: () => Promise<readonly Fault[]>,
): Promise<readonly Fault[]> {
  try {
    return await work();
  } catch (error) {
    return [damageOf(where, error)];
  }
}

async function counted(
  where: string,
  work: () => { readonly count: number; readonly faults: readonly Fault[] },
) {
  try {
    return work();
  } catch (error) {
    return { count: 0, faults: [damageOf(where, error)] };
  }
}

function damageOf(where: string, error: unknown): Fault {
  const said = error instanceof Error ? error.message : String(error);
  return { code: "database-damaged", where, message: `It cannot be read: ${said}` };
}
