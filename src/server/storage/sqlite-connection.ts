/** Connections to SQLite databases. Only this file uses the library. */
import { backup, DatabaseSync, type SQLInputValue } from "node:sqlite";

const DURABLE = 2;
const STATEMENTS_KEPT = 200;

/** A connection to a SQLite database. */
export type Connection = DatabaseSync;

export interface ConnectionOptions {
  readonly waitMs: number;
  readonly cacheKib: number;
}

/** Connects without settings; `waitMs` is the busy timeout. */
export function connect(
  path: string | URL,
  { readOnly, waitMs }: { readonly readOnly: boolean; readonly waitMs: number },
): Connection {
  return new DatabaseSync(path, { readOnly, timeout: waitMs });
}

export function connectReading(path: string, { waitMs, cacheKib }: ConnectionOptions): Connection {
  const database = connect(path, { readOnly: true, waitMs });
  database.exec(`PRAGMA cache_size = -${cacheKib}`);
  return database;
}

/** Changes are on disk when their commit returns. */
export function connectWriting(path: string, { waitMs, cacheKib }: ConnectionOptions): Connection {
  const database = connect(path, { readOnly: false, waitMs });
  database.exec(
    `PRAGMA cache_size = -${cacheKib}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;`,
  );
  const found = database.prepare("PRAGMA synchronous").get()?.["synchronous"];
  if (found === DURABLE) return database;
  database.close();
  throw new Error("SQLite did not accept synchronous=FULL; acknowledged changes could be lost");
}

/** Copies the state of the connection's transaction to a new file, `rate` pages at a time. */
export async function copyPages(connection: Connection, path: string, rate: number): Promise<void> {
  await backup(connection, path, { rate });
}

/** Runs a statement, and gives its rows. */
export type RunStatement<Rows> = (sql: string, parameters?: readonly unknown[]) => Rows;

/** Statements are prepared once, in a bounded cache. */
export function statementsOf(database: Connection): RunStatement<readonly unknown[]> {
  const prepared = new Map<string, ReturnType<typeof statement>>();
  return (sql, parameters = []) => {
    // SQLite rolls back by itself on a disk error. A second rollback would hide that error.
    if (sql === "rollback" && !database.isTransaction) return [];
    const known = prepared.get(sql);
    if (known !== undefined) return known(parameters);
    if (prepared.size >= STATEMENTS_KEPT) prepared.clear();
    const made = statement(database, sql);
    prepared.set(sql, made);
    return made(parameters);
  };
}

function statement(database: Connection, sql: string) {
  const prepared = database.prepare(sql);
  const names = prepared.columns().map(({ name }) => name);
  // Objects of the library are hash tables, of twice the memory.
  prepared.setReturnArrays(true);
  const rowOf = (row: unknown) => {
    const made: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) made[name] = (row as readonly unknown[])[at];
    return made;
  };
  return (parameters: readonly unknown[]) =>
    prepared.all(...(parameters as readonly SQLInputValue[])).map(rowOf);
}
