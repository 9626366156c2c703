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

export interface Prepared {
  readonly reader: boolean;
  readonly all: (parameters: readonly unknown[]) => unknown[];
  readonly run: (parameters: readonly unknown[]) => {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  readonly iterate: (parameters: readonly unknown[]) => IterableIterator<unknown>;
}

/** Prepares statements, with a bounded cache. */
export function statementsOf(database: Connection): (sql: string) => Prepared {
  const prepared = new Map<string, Prepared>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= STATEMENTS_KEPT) prepared.clear();
    const made = statement(database, sql);
    prepared.set(sql, made);
    return made;
  };
}

function statement(database: Connection, sql: string): Prepared {
  const prepared = database.prepare(sql);
  const names = prepared.columns().map(({ name }) => name);
  // Objects of the library are hash tables, of twice the memory.
  prepared.setReturnArrays(true);
  const rowOf = (row: unknown) => {
    const made: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) made[name] = (row as readonly unknown[])[at];
    return made;
  };
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: names.length > 0,
    all: (parameters) => prepared.all(...values(parameters)).map(rowOf),
    run: (parameters) => prepared.run(...values(parameters)),
    iterate: (parameters) => prepared.iterate(...values(parameters)).map(rowOf),
  };
}
