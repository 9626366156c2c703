/** PostgreSQL for tests: a server of our own in a temporary folder, where it is installed. */
import { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { reveal } from "../../../src/model/secret.ts";
import type { CatalogAddress, PostgresAddress } from "../../../src/server/storage/postgres-url.ts";
import { PROGRAMS } from "../run/parts.ts";
import { startPostgres, type PostgresOptions, type TestPostgres } from "./postgres-cluster.ts";
import { postgresPrograms } from "./postgres-programs.ts";

/** Runs statements as the owner of the database. */
export type Execute = (statements: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A suite on a PostgreSQL server of its own; without the program it is skipped, with a message. */
export function describePostgres(
  name: string,
  suite: (database: TestDatabase) => void,
  options: PostgresOptions = {},
): void {
  describeClusters(name, () => {
    let server: TestPostgres | undefined;
    let schemas = 0;
    beforeAll(async () => {
      server = await startPostgres(options);
      await createLinguistic(server);
    });
    afterAll(() => server?.stop());
    const address = () => {
      if (server === undefined) throw new Error("the server of the tests does not run yet");
      return { ...server, database: LINGUISTIC };
    };
    suite({
      fresh: () => ({ ...address(), schema: `catalog_${++schemas}`, tls: undefined }),
      execute: (statements) => executor(address())(statements),
      restart: async (mode) => server?.restart(mode),
    });
  });
}

/** A suite that starts its servers itself; without the program it is skipped, with a message. */
export function describeClusters(name: string, suite: () => void): void {
  const present = postgresPrograms() !== undefined;
  if (!present) process.stderr.write(`SKIPPED, no PostgreSQL on this machine: ${name}\n`);
  describe.skipIf(!present)(name, PROGRAMS, suite);
}

const LINGUISTIC = "linguistic";

/** Makes a database whose own order of texts is that of a language, as it is on most machines; gives its name. */
export async function createLinguistic(server: PostgresAddress): Promise<string> {
  await executor(server)(
    `create database ${LINGUISTIC} locale_provider icu icu_locale 'en-US' template template0`,
  );
  return LINGUISTIC;
}

/** The database of a suite. */
export interface TestDatabase {
  /** Where no catalog is yet. */
  readonly fresh: () => CatalogAddress;
  readonly execute: Execute;
  readonly restart: TestPostgres["restart"];
}

/** Runs statements on a connection of its own. */
export function executor(address: PostgresAddress): Execute {
  return async (statements) => {
    const { host, port, database, user, password } = address;
    const client = new Client({ host, port, database, user, password: reveal(password) });
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(statements);
      return result.rows ?? [];
    } finally {
      await client.end();
    }
  };
}
