/**
 * Where the catalogs of test servers are: each in a folder of its own, or, in a run with
 * `PLUMBLINE_TEST_CATALOG=postgres`, each in a schema of its own of one PostgreSQL, with its files in that folder
 * (`npm run test:postgres`). The tests are the same.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "pg";
import { test } from "vitest";
import { secret } from "../../../src/model/secret.ts";
import type { Catalog } from "../../../src/server/catalog/unit-of-work.ts";
import type { SharedPlace } from "../../../src/server/options.ts";
import { openPostgresCatalog } from "../../../src/server/storage/postgres.ts";
import { openSqliteCatalog } from "../../../src/server/storage/sqlite.ts";
import { isOnPostgres, postgresOfRun } from "../run/postgres-of-run.ts";
import { postgresPrograms } from "./postgres-programs.ts";

/** Folders whose catalogs are in the database, by this process. */
const made = new Set<string>();
let connections: Pool | undefined;

/** Where a server on this folder has its catalog; undefined where that is the folder. */
export function sharedPlaceIn(folder: string): SharedPlace | undefined {
  if (!isOnPostgres) return undefined;
  dropLeft();
  made.add(folder);
  return { address: addressOf(folder), files: join(folder, "files") };
}

/** Opens the catalog of a folder beside the server that runs on it. */
export function openCatalogOf(folder: string): Promise<Catalog> {
  const now = () => new Date().toISOString();
  if (!isOnPostgres) return openSqliteCatalog(folder, now);
  const server = { id: randomUUID(), name: "tests" };
  return openPostgresCatalog(addressOf(folder), { now, server });
}

/**
 * Reads the catalog of a folder on which no server runs, with all that is beside it, and gives what puts a copy into
 * another folder.
 */
export function copierOf(folder: string): (to: string) => Promise<void> {
  const statements = isOnPostgres ? dumpOf(addressOf(folder).schema) : undefined;
  return async (to) => {
    cpSync(folder, to, { recursive: true });
    if (statements === undefined) return;
    made.add(to);
    const [own, other] = [addressOf(folder).schema, addressOf(to).schema];
    await database().query(statements.replaceAll(own, other));
  };
}

/** A test of what is in a data folder with its catalog: it says that it is left out where that is in a database. */
export function testOfFolder(name: string, work: () => Promise<void>): void {
  if (isOnPostgres)
    process.stderr.write(`LEFT OUT on PostgreSQL, of the file of SQLite: ${name}\n`);
  test.skipIf(isOnPostgres)(name, work);
}

function addressOf(folder: string): SharedPlace["address"] {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  const { password, ...server } = postgresOfRun();
  return { ...server, password: secret(password), schema: `catalog_${name}`, tls: undefined };
}

function database(): Pool {
  const { host, port, database: name, user, password } = postgresOfRun();
  const login = { host, port, database: name, user, password };
  connections ??= new Pool({ ...login, max: 1, allowExitOnIdle: true });
  return connections;
}

/** Removes the catalogs of folders that are gone; nobody waits for it. */
function dropLeft(): void {
  for (const folder of made) {
    if (existsSync(folder)) continue;
    made.delete(folder);
    void database().query(`drop schema if exists ${addressOf(folder).schema} cascade`);
  }
}

/** The statements that make a schema with all that it holds. */
function dumpOf(schema: string): string {
  const { host, port, database: name, user, password } = postgresOfRun();
  const flags = ["--host", host, "--port", String(port), "--username", user, "--schema", schema];
  const result = spawnSync(
    join(postgresPrograms() ?? "", "pg_dump"),
    [...flags, "--inserts", name],
    {
      encoding: "utf8",
      env: { PGPASSWORD: password },
      maxBuffer: 2 ** 28,
    },
  );
  if (result.status !== 0) throw new Error(`pg_dump failed: ${result.stderr}`);
  // Lines that begin so are for psql.
  return result.stdout.replaceAll(/^\\.*$/gm, "");
}
