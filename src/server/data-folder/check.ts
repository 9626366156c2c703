/**
 * Checks a data folder without changing it, beside a server if needed: the database, contents,
 * files, and whether they match (docs/decisions/0032-data-folder.md).
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspection as limits } from "../../model/limits.ts";
import type { Secret } from "../../model/secret.ts";
import { findDangling } from "../catalog/consistency.ts";
import type { CheckFinding } from "../catalog/check-finding.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { findUnfinished } from "../mosaics/inspect.ts";
import { orphansFolder } from "../mosaics/orphans.ts";
import { readCatalog } from "../storage/catalog-state.ts";
import { readElsewhere } from "../storage/elsewhere.ts";
import { isFolderInUse } from "../storage/folder-lock.ts";
import { inspectKeystore } from "../storage/inspect-keystore.ts";
import { inspectContents, inspectPages, inspectRecords } from "../storage/inspect.ts";
import { findLogDamage } from "../storage/log-end.ts";
import { databasePath, lookAt, sizeOf } from "../storage/read-only.ts";
import { SCHEMA_VERSION } from "../storage/schema.ts";
import type { Connection } from "../storage/sqlite-connection.ts";
import { readerOn } from "../storage/sqlite-readers.ts";
import { ageBeside } from "./catalog-age.ts";
import { inspectStores, type InspectedStores } from "./check-stores.ts";

export type { CheckFinding } from "../catalog/check-finding.ts";

/** The result of a check. */
export interface Checked {
  readonly findings: readonly CheckFinding[];
  /** What could not be checked, and why. */
  readonly notes: readonly string[];
  /** Folders that were being changed throughout, relative to the data folder. */
  readonly unlooked: readonly string[];
  readonly isServed: boolean;
  readonly counts: { readonly records: number; readonly contents: number; readonly files: number };
}

export interface CheckOptions {
  readonly folder: string;
  /** The keystore password, if it is given externally. */
  readonly keystorePassword?: Secret | undefined;
}

/**
 * While a server changes the folder, the check repeats, and only persistent findings are reported.
 * Rejects with file system errors for an unreadable folder.
 */
export async function checkFolder(options: CheckOptions): Promise<Checked> {
  let checked = await look(options);
  for (let round = 1; round < limits.rounds && !isWhole(checked); round++) {
    const isServed = isFolderInUse(options.folder);
    if (!isServed && !checked.isServed) return checked;
    await setTimeout(limits.pauseMs);
    const again = await look(options);
    checked = { ...again, findings: again.findings.filter(staysSince(checked)) };
  }
  return checked;
}

/** Whether everything was checked without findings. */
export function isWhole({ findings, unlooked }: Pick<Checked, "findings" | "unlooked">): boolean {
  return findings.length === 0 && unlooked.length === 0;
}

/** Whether a finding existed before, or is in a folder that was skipped. */
function staysSince({ findings, unlooked }: Checked): (finding: CheckFinding) => boolean {
  const known = new Set(findings.map(keyOf));
  const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
  return (finding) =>
    known.has(keyOf(finding)) || unlooked.some((folder) => isIn(folder, finding.where));
}

function keyOf({ code, where }: CheckFinding): string {
  return `${code} ${where}`;
}

interface Part extends Pick<Checked, "findings" | "notes" | "counts"> {
  readonly unlooked?: Checked["unlooked"];
}

const nothing = { records: 0, contents: 0, files: 0 };

async function look(options: CheckOptions): Promise<Checked> {
  const { folder } = options;
  await readdir(folder);
  const isServed = isFolderInUse(folder);
  const beside = isServed ? [] : await lookBeside(folder);
  const { findings, notes, counts, unlooked = [] } = await lookInside(options, isServed);
  const orphans = await lookForOrphans(folder);
  return { findings: [...beside, ...findings, ...orphans], notes, unlooked, counts, isServed };
}

/** Looks beside a database that no server has open. */
async function lookBeside(folder: string): Promise<readonly CheckFinding[]> {
  const findings: CheckFinding[] = [];
  const damage = findLogDamage(databasePath(folder));
  if (damage !== undefined) {
    const message = `The log ${damage.problem}; ${damage.taken} of its pages are taken`;
    findings.push({ code: "log-damaged", where: "catalog.db-wal", message });
  }
  const unfinished = await attempt("staging", () => findUnfinished(folder));
  return [...findings, ...unfinished];
}

async function lookInside(options: CheckOptions, isServed: boolean): Promise<Part> {
  const { folder } = options;
  const path = databasePath(folder);
  if (sizeOf(path) === 0) {
    const elsewhere = readElsewhere(folder);
    const message =
      elsewhere === undefined
        ? "There is no catalog"
        : `The catalog is in ${elsewhere}; plumbline catalog copy makes a data folder of it that can be checked`;
    const finding: CheckFinding = { code: "catalog-missing", where: "catalog.db", message };
    const older = await olderThanFiles(folder, async () => "missing");
    return { findings: [finding, ...older], notes: [], counts: nothing };
  }
  try {
    return await lookAt(folder, isServed, async (database) => {
      const part = await lookThrough(database, options);
      const older = isServed ? [] : await olderThanFiles(folder, () => readCatalog(database));
      return { ...part, findings: [...older, ...part.findings] };
    });
  } catch (error) {
    return { findings: [damageOf("catalog.db", error)], notes: [], counts: nothing };
  }
}

async function olderThanFiles(
  folder: string,
  find: () => Promise<Parameters<typeof ageBeside>[1]>,
): Promise<readonly CheckFinding[]> {
  const where = "catalog.db";
  return attempt(where, async () => {
    const { reasons } = await ageBeside(folder, await find());
    return reasons.map((message) => ({ code: "catalog-older", where, message }) as const);
  });
}

async function lookThrough(database: Connection, options: CheckOptions): Promise<Part> {
  const where = "catalog.db";
  const pages = await attempt(where, async () => inspectPages(database));
  if (pages.length > 0) {
    // Cyclic pages would be read endlessly.
    const notes = ["Its pages are damaged, so that nothing else in the database was looked at"];
    return { findings: pages, notes, counts: nothing };
  }
  const version = Number(database.prepare("SELECT version FROM versions").get()?.["version"] ?? 0);
  if (version > SCHEMA_VERSION) {
    const message = `It has version ${version}, which this Plumbline does not know`;
    return {
      findings: [...pages, { code: "catalog-version", where, message }],
      notes: [],
      counts: nothing,
    };
  }
  if (version < SCHEMA_VERSION) {
    const note = `The database is of version ${version}; the next start brings it up to ${SCHEMA_VERSION}. Only its pages were looked at`;
    return { findings: pages, notes: [note], counts: nothing };
  }
  const contents = await counted(where, () => inspectContents(database));
  const records = await counted(where, () => inspectRecords(database));
  const isReadable = !records.findings.some(({ code }) => code === "record-damaged");
  const known = { findings: [...pages, ...contents.findings, ...records.findings], notes: [] };
  const counts = { records: records.count, contents: contents.count, files: 0 };
  if (!isReadable) {
    const notes = ["Records cannot be read, so that nothing was compared with them"];
    return { ...known, notes, counts };
  }
  const reader = readerOn(database);
  const more = await lookAround(reader, database, options);
  return {
    findings: [...known.findings, ...more.findings],
    notes: more.notes,
    unlooked: more.unlooked,
    counts: { ...counts, files: more.files },
  };
}

async function lookAround(
  reader: CatalogReader,
  database: Connection,
  { folder, keystorePassword: given }: CheckOptions,
): Promise<InspectedStores> {
  const dangling = await attempt("catalog.db", () => findDangling(reader));
  try {
    const stores = await inspectStores(folder, reader, database);
    const keystore = await inspectKeystore({ folder, given }, reader, database);
    return {
      findings: [...dangling, ...stores.findings, ...keystore.findings],
      notes: [...stores.notes, ...keystore.notes],
      files: stores.files,
      unlooked: stores.unlooked,
    };
  } catch (error) {
    return {
      findings: [...dangling, damageOf("catalog.db", error)],
      notes: [],
      files: 0,
      unlooked: [],
    };
  }
}

async function lookForOrphans(folder: string): Promise<readonly CheckFinding[]> {
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

async function attempt(
  where: string,
  work: () => Promise<readonly CheckFinding[]>,
): Promise<readonly CheckFinding[]> {
  try {
    return await work();
  } catch (error) {
    return [damageOf(where, error)];
  }
}

async function counted(
  where: string,
  work: () => { readonly count: number; readonly findings: readonly CheckFinding[] },
) {
  try {
    return work();
  } catch (error) {
    return { count: 0, findings: [damageOf(where, error)] };
  }
}

function damageOf(where: string, error: unknown): CheckFinding {
  const message = error instanceof Error ? error.message : String(error);
  return { code: "database-damaged", where, message: `It cannot be read: ${message}` };
}
