/**
 * The PostgreSQL of a run with `PLUMBLINE_TEST_CATALOG=postgres`: started once before the tests, ended after them, and
 * known to their processes by a variable.
 */
import { reveal } from "../../../src/model/secret.ts";

/** Whether the catalogs of test servers are in PostgreSQL. */
export const isOnPostgres = process.env["PLUMBLINE_TEST_CATALOG"] === "postgres";

const VARIABLE = "PLUMBLINE_TEST_POSTGRES";

/** Where it is. The password is one of tests. */
export interface PostgresOfRun {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** Called by vitest, once for a run. */
export async function setup(): Promise<(() => void) | undefined> {
  if (!isOnPostgres) return undefined;
  const { startPostgres } = await import("../databases/postgres-cluster.ts");
  const { createLinguistic } = await import("../databases/postgres.ts");
  const { stop, password, ...server } = await startPostgres();
  const database = await createLinguistic({ ...server, password });
  const told: PostgresOfRun = { ...server, database, password: reveal(password) };
  process.env[VARIABLE] = JSON.stringify(told);
  return stop;
}

/** Where it is, in the process of a test. */
export function postgresOfRun(): PostgresOfRun {
  return JSON.parse(process.env[VARIABLE] ?? "{}") as PostgresOfRun;
}
