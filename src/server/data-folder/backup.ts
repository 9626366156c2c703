/**
 * Backs up a data folder in one consistent state, beside a running server
 * (docs/decisions/0033-backups.md).
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { storage as limits } from "../../model/limits.ts";
import { reveal, secret } from "../../model/secret.ts";
import { catalogState } from "../catalog/catalog-id.ts";
import { findWrappedKey } from "../catalog/keystore.ts";
import { homesOf } from "../catalog/mosaic.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { linkOwned, type LinkedFiles } from "../mosaics/link-files.ts";
import { quietFiles } from "../storage/change-gate.ts";
import { readElsewhere } from "../storage/elsewhere.ts";
import { isFolderInUse, lockFolder } from "../storage/folder-lock.ts";
import { firstToUnwrap } from "../storage/key-wrap.ts";
import { takeLockFile, type LockFile } from "../storage/lock-file.ts";
import { passwordFile } from "../storage/password-file.ts";
import { databasePath, sizeOf } from "../storage/read-only.ts";
import { connect, type Connection } from "../storage/sqlite-connection.ts";
import { copyDatabase } from "../storage/sqlite-copy.ts";
import { readerOn } from "../storage/sqlite-readers.ts";
import { syncPath } from "../storage/sync-path.ts";
import { ABOUT, writeArchive, type About } from "./archive.ts";
import { DataFolderError } from "./folder-error.ts";
import { listOthers, type OtherFiles } from "./other-files.ts";

export interface BackupOptions {
  readonly folder: string;
  /** An existing backup is replaced once the new one is complete. */
  readonly file: string;
  readonly version: string;
  /** Returns ISO 8601 times. */
  readonly now: () => string;
}

export interface BackupMade extends About {
  readonly files: number;
  readonly bytes: number;
  /** Sentences on what is left out. */
  readonly notes: readonly string[];
}

/** A temporary name, because the backup's own name could clash with an entry. */
const ARCHIVE = "archive.tar";

/**
 * Rejects with DataFolderError, file system errors, and SQLite errors of an unreadable database;
 * then nothing is left behind.
 */
export async function backUp(options: BackupOptions): Promise<BackupMade> {
  const folder = resolve(options.folder);
  const file = resolve(options.file);
  await checkPlaces(folder, file);
  const work = await mkdtemp(`${file}.`);
  try {
    const links = openLinks(folder);
    try {
      return await backUpInto({ ...options, folder, file }, work, links.folder);
    } finally {
      links.release();
      await rm(links.whole, { recursive: true, force: true });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function checkPlaces(folder: string, file: string): Promise<void> {
  const elsewhere = readElsewhere(folder);
  if (elsewhere !== undefined)
    throw new DataFolderError(
      "backup",
      `The catalog of ${folder} is in ${elsewhere}`,
      "Back the database up with pg_dump, together with the folder of --files; or make a data folder of both with plumbline catalog copy, and back up that.",
    );
  if (sizeOf(databasePath(folder)) === 0)
    throw new DataFolderError("backup", `${folder} contains no catalog`, "Name the data folder.");
  const way = relative(await realpath(folder), await realpath(dirname(file)));
  const isInside = way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
  if (isInside)
    throw new DataFolderError(
      "backup",
      `${file} is inside of the folder to back up`,
      "Name a file elsewhere, best on another disk.",
    );
}

/**
 * A locked folder for hard links, on the disk of the files: a starting server empties the staging
 * folder.
 */
function openLinks(folder: string): LockFile & { readonly whole: string; readonly folder: string } {
  const whole = join(folder, "staging", `backup-${randomUUID()}`);
  mkdirSync(join(whole, "files"), { recursive: true, mode: 0o700 });
  const lock = takeLockFile(join(whole, "lock"), { mode: "exclusive", waitMs: 0 });
  if (lock === undefined) throw new TypeError("the folder is new");
  return { whole, folder: join(whole, "files"), release: lock.release };
}

async function backUpInto(
  { folder, file, version, now }: BackupOptions,
  work: string,
  links: string,
): Promise<BackupMade> {
  const shot = await takeSnapshot(folder, links, now());
  try {
    await copyDatabase(shot.database, databasePath(work));
    const password = await passwordOf(shot);
    if (password !== undefined)
      await writeFile(join(work, "keystore-password"), `${password}\n`, { mode: 0o600 });
  } finally {
    shot.database.close();
  }
  const about: About = {
    format: "plumbline-backup",
    format_version: "1.0",
    plumbline: version,
    created: now(),
    catalog: shot.state?.catalog ?? null,
    revision: shot.revision,
  };
  await writeFile(join(work, ABOUT), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
  const own = (await readdir(work)).filter((name) => name !== ABOUT).toSorted();
  // Files created since are not of this state; files deleted since cannot be read.
  const others = shot.others.paths.filter((path) => existsSync(join(folder, path)));
  const parts = [
    { folder: work, paths: [ABOUT, ...own] },
    { folder: links, paths: shot.linked.paths },
    { folder, paths: others },
  ];
  const whole = join(work, ARCHIVE);
  const { bytes } = await writeArchive(whole, parts);
  await rename(whole, file);
  await syncPath(dirname(file));
  const files = parts.reduce((sum, { paths }) => sum + paths.length, 0);
  return { ...about, files, bytes, notes: [...notesOn(shot.linked), ...shot.others.notes] };
}

interface Snapshot {
  readonly folder: string;
  /** In a read transaction. */
  readonly database: Connection;
  readonly state: CatalogState | undefined;
  readonly revision: number;
  readonly linked: LinkedFiles;
  readonly others: OtherFiles;
  /** One of them may open the keystore of this state. */
  readonly passwords: readonly string[];
}

async function takeSnapshot(folder: string, links: string, since: string): Promise<Snapshot> {
  const isServed = isFolderInUse(folder);
  // Prevents a server from starting now.
  const alone = isServed ? undefined : lockFolder(folder, since);
  try {
    const quiet = await quietFiles(folder);
    try {
      return await takeQuietSnapshot(folder, links, isServed);
    } finally {
      quiet.release();
    }
  } finally {
    alone?.release();
  }
}

async function takeQuietSnapshot(
  folder: string,
  links: string,
  isServed: boolean,
): Promise<Snapshot> {
  const before = passwordsIn(folder);
  const database = connect(databasePath(folder), {
    readOnly: true,
    waitMs: limits.busyMs,
  });
  try {
    database.exec("BEGIN");
    const reader = readerOn(database);
    const revision = await reader.revision();
    const state = await catalogState(reader);
    const known = isServed ? await homesOf(reader) : undefined;
    const linked = await linkOwned(folder, links, known);
    const others = await listOthers(folder, linked);
    // The password file changes after the catalog, so one of both reads matches this state.
    const passwords = [...new Set([...before, ...passwordsIn(folder)])];
    return { folder, database, state, revision, linked, others, passwords };
  } catch (error) {
    database.close();
    throw error;
  }
}

function passwordsIn(folder: string): readonly string[] {
  const file = passwordFile(folder);
  return [file.current(), file.next()].flatMap((one) => (one === undefined ? [] : reveal(one)));
}

async function passwordOf({ database, passwords }: Snapshot): Promise<string | undefined> {
  const wrapped = await findWrappedKey(readerOn(database));
  if (wrapped === undefined || passwords.length < 2) return passwords[0];
  const found = await firstToUnwrap(
    wrapped,
    passwords.map((one) => secret(one)),
  );
  return passwords[found?.at ?? 0];
}

function notesOn({ left, missing }: LinkedFiles): readonly string[] {
  return [
    ...left.map((path) => `${path} is not in it: the catalog knows no store of it`),
    ...(missing === 0
      ? []
      : [`${missing} files that were written down are not there (plumbline check)`]),
  ];
}
