/** Connections to PostgreSQL and their errors. Only this file uses the driver. */
import {
  DatabaseError,
  Pool,
  Query,
  types,
  type ClientBase,
  type Connection,
  type QueryConfig,
  type QueryResult,
} from "pg";
import { reveal } from "../../model/secret.ts";
import type { PostgresAddress } from "./postgres-url.ts";

export interface PoolSettings {
  /** `application_name`; `plumbline` by default. */
  readonly name?: string | undefined;
  readonly max: number;
  /** Bounds the wait for a new connection, and for a busy pool. */
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly idleMs: number;
  /** Further session settings, such as `lock_timeout=1000`. */
  readonly settings?: readonly string[];
  /** Trusts these authorities (PEM) or those of the system; without it, no TLS. */
  readonly tls?: { readonly authorities: string | undefined } | undefined;
}

/** TCP keep-alive delay. */
const KEEP_ALIVE_MS = 10_000;

const INT8 = 20;
const BYTEA = 17;

/** Connections are opened on demand. */
export function openPool(
  { host, port, database, user, password }: PostgresAddress,
  given: PoolSettings,
): Pool {
  const { name = "plumbline", tls, settings = [] } = given;
  const options = ["TimeZone=UTC", "DateStyle=ISO", "client_encoding=UTF8", ...settings];
  const pool = new Pool({
    host,
    port,
    database,
    user,
    password: reveal(password),
    ssl: tls === undefined ? false : { ca: tls.authorities, servername: host },
    application_name: name,
    connectionTimeoutMillis: given.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Times without a zone are UTC, whatever the role or database has set.
    options: options.map((one) => `-c ${one}`).join(" "),
    max: given.max,
    statement_timeout: given.statementTimeoutMs,
    query_timeout: given.statementTimeoutMs + given.connectTimeoutMs,
    idleTimeoutMillis: given.idleMs,
    allowExitOnIdle: true,
    types: plainTypes,
  });
  // The pool replaces a dead connection; the query that uses it fails.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    joinBegins(client);
  });
  return pool;
}

/** Begins a transaction of the write path. Readers learn from theirs whether a connection lives. */
const BEGIN = "start transaction isolation level read committed";

/** Sends BEGIN in one message with the statement after it. */
function joinBegins(client: ClientBase): void {
  const query = client.query.bind(client);
  let isBegun = false;
  const joined = async (text: string, values: unknown[] = []) => {
    const isFirst = isBegun;
    isBegun = text === BEGIN;
    if (isBegun) return { command: "BEGIN", rows: [] };
    if (!isFirst) return query(text, values);
    // A transaction without statements.
    if (text === "commit" || text === "rollback") return { command: text.toUpperCase(), rows: [] };
    const { promise, resolve, reject } = Promise.withResolvers<readonly QueryResult[]>();
    const config: QueryConfig & { queryMode: "extended" } = { text, values, queryMode: "extended" };
    const second = new Query(config, (error, results) => {
      if (error) reject(error);
      else resolve(results as unknown as readonly QueryResult[]);
    });
    const submit = second.submit.bind(second);
    second.submit = (connection: Connection) => {
      connection.stream.cork();
      connection.parse({ name: "", text: BEGIN, types: [] }, true);
      connection.bind({ values: [] }, true);
      connection.execute({}, true);
      try {
        return submit(connection);
      } finally {
        connection.stream.uncork();
      }
    };
    query(second);
    return (await promise).at(-1);
  };
  client.query = joined as typeof client.query;
}

/** Int8 as number, since no catalog reaches unsafe integers; bytea as Uint8Array. */
const plainTypes: typeof types = {
  ...types,
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8 && format !== "binary") return Number;
    if (oid === BYTEA && format !== "binary") return bytesOf;
    return types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};

function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text.slice("\\x".length), "hex");
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The SQLSTATE; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? (error.code ?? "") : undefined;
}

/** Node's error codes, and driver messages without a code. */
const NETWORK = /^E(?:CONN|NOTFOUND|AI_|HOST|NET|TIMEDOUT|PIPE|ADDR|ACCES)/;
const LOST =
  /^(?:Connection terminated|Query read timeout|timeout (?:expired|exceeded)|Client .*\bnot queryable|read ECONN)/;

/** The connection problem, in words; undefined for other errors. */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof DatabaseError) return undefined;
  const network = (error as NodeJS.ErrnoException).code ?? "";
  // A host with several addresses fails with an AggregateError without text.
  if (NETWORK.test(network)) return error.message === "" ? network : error.message;
  // Errors of subclasses are not the driver's, and may quote names of users.
  const isPlain = error.constructor === Error;
  return isPlain && LOST.test(error.message) ? error.message : undefined;
}
