/**
 * PostGIS for tests: the database that PLUMBLINE_POSTGIS_URL names, or a server of our own in a
 * temporary folder where PostgreSQL with PostGIS is installed. Without either, tests are skipped.
 */
import { existsSync } from "node:fs";
import { escapeIdentifier } from "pg";
import { describe } from "vitest";
import { secret } from "../../../src/model/secret.ts";
import type { PostgisConnection } from "../../../src/server/storage/postgis.ts";
import type { PostgresAddress } from "../../../src/server/storage/postgres-url.ts";
import { PROGRAMS } from "../run/parts.ts";
import { postgresPrograms } from "./postgres-programs.ts";
import { startPostgres } from "./postgres-cluster.ts";
import { executor, type Execute } from "./postgres.ts";

/** A running database. */
export interface TestPostgis {
  readonly connection: PostgisConnection;
  /** Runs statements as the owner of the database. */
  readonly execute: Execute;
  readonly stop: () => Promise<void>;
}

const isPostgis = (version: string) =>
  existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`);

const url = process.env["PLUMBLINE_POSTGIS_URL"];

/** Whether the database is one of our own, in which a test may make roles and databases. */
export const isOwnPostgis = url === undefined;

/** A suite that needs PostGIS; without it the suite is skipped, with a message. */
export function describePostgis(name: string, suite: () => void): void {
  const present = url !== undefined || postgresPrograms(isPostgis) !== undefined;
  if (!present)
    process.stderr.write(`SKIPPED, no PostgreSQL with PostGIS on this machine: ${name}\n`);
  describe.skipIf(!present)(name, PROGRAMS, suite);
}

/** Starts the database, or connects to the one that was given; with a schema of its own. */
export async function startPostgis(schema: string): Promise<TestPostgis> {
  const { stop, ...server } =
    url === undefined
      ? await startPostgres({ fits: isPostgis })
      : { ...given(url), stop: () => undefined };
  const connection = { ...server, schema };
  const execute = executor(connection);
  const quoted = escapeIdentifier(schema);
  await execute(`create extension if not exists postgis; create schema ${quoted}`).catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  return {
    connection,
    execute,
    stop: async () => {
      await execute(`drop schema ${quoted} cascade`);
      stop();
    },
  };
}

function given(text: string): PostgresAddress {
  const { hostname, port, pathname, username, password } = new URL(text);
  return {
    host: hostname,
    port: Number(port === "" ? 5432 : port),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: secret(decodeURIComponent(password)),
  };
}
