/**
 * Connections to the PostGIS databases of users. Every failure is an IndexError that names database
 * and problem, never the password.
 */
import { Kysely, PostgresDialect, sql } from "kysely";
import { granuleIndex as limits } from "../../model/limits.ts";
import { IndexError, type IndexErrorCode } from "../catalog/granule-index.ts";
import { connectionProblem, openPool, sqlState } from "./postgres-driver.ts";
import type { PostgresAddress } from "./postgres-url.ts";

export interface PostgisConnection extends PostgresAddress {
  /** Holds the tables of indexes; usually `public`. */
  readonly schema: string;
}

/** Connections are few, and opened on demand. */
export interface PostgisDatabase {
  readonly connection: PostgisConnection;
  readonly queries: Kysely<unknown>;
  /** Rejects with IndexError for database errors. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** One transaction; "read only" sees one state. */
  readonly together: <Result>(
    access: "read only" | "read write",
    work: (queries: Kysely<unknown>) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export function postgisDatabase(connection: PostgisConnection): PostgisDatabase {
  const queries = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: openPool(connection, { ...limits, max: limits.connections }),
      // PostGIS may be in any schema; tables of indexes are always qualified.
      onCreateConnection: async (created) => {
        const path = sql`select set_config('search_path', coalesce((select quote_ident(nspname)
          from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
          where extname = 'postgis'), ''), false)`;
        await created.executeQuery(path.compile(queries));
      },
    }),
  });
  const run: PostgisDatabase["run"] = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw asIndexError(error, connection);
    }
  };
  return {
    connection,
    queries,
    run,
    together: (access, work) =>
      run(() =>
        queries
          .transaction()
          .setIsolationLevel(access === "read only" ? "repeatable read" : "read committed")
          .setAccessMode(access)
          .execute(work),
      ),
    close: () => queries.destroy(),
  };
}

/** Rejects with IndexError for a database that cannot hold indexes. */
export async function checkDatabase({ connection, queries, run }: PostgisDatabase): Promise<void> {
  const { schema, user } = connection;
  const found = await run(() =>
    sql<{ encoding: string; postgis: boolean; creates: boolean | null }>`select
      current_setting('server_encoding') as encoding,
      exists (select from pg_extension where extname = 'postgis') as postgis,
      (select has_schema_privilege(oid, 'CREATE') from pg_namespace
        where nspname = ${schema}::text) as creates`.execute(queries),
  );
  const [facts] = found.rows;
  const refuse = (code: IndexErrorCode, what: string) => failure(connection, code, what);
  if (facts?.postgis !== true)
    throw refuse("unusable", "it has no PostGIS; run CREATE EXTENSION postgis in it");
  if (facts.encoding !== "UTF8")
    throw refuse("unusable", `its encoding is ${facts.encoding}; UTF8 is needed`);
  if (facts.creates === null)
    throw refuse("unusable", `it has no schema ${schema}; create it or name another one`);
  if (!facts.creates)
    throw refuse("refused", `${user} may not create tables in its schema ${schema}`);
}

export function failure(
  { host, port, database }: PostgisConnection,
  code: IndexErrorCode,
  what: string,
): IndexError {
  const place = `${database} at ${host}:${port}`;
  return new IndexError(code, `The database ${place} cannot be used: ${what}`);
}

/** The first matching SQLSTATE decides. */
const STATES: readonly (readonly [RegExp, IndexErrorCode])[] = [
  [/^(?:28|42501)/, "refused"],
  [/^(?:08|53|57|55P03|40)/, "unreachable"],
  [/^2[23]/, "unfit"],
];

function asIndexError(error: unknown, connection: PostgisConnection): unknown {
  if (!(error instanceof Error) || error instanceof IndexError) return error;
  const state = sqlState(error);
  if (state !== undefined) {
    const code = STATES.find(([pattern]) => pattern.test(state))?.[1] ?? "unusable";
    return failure(connection, code, error.message);
  }
  const broken = connectionProblem(error);
  return broken === undefined ? error : failure(connection, "unreachable", broken);
}
