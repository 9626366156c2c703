/** Connections to PostgreSQL, and what goes wrong with them. Only this file knows the driver. */
import { setTimeout as pause } from "node:timers/promises";
import { Client, DatabaseError, Pool, types, type ClientConfig } from "pg";
import { reveal } from "../../model/secret.ts";
import type { PostgresAddress } from "./postgres-url.ts";

/** How connections are made and kept. */
export interface PoolSettings {
  /** What the database calls who asks it; `plumbline` by default. */
  readonly name?: string | undefined;
  readonly max: number;
  /** How long one is waited for, be it made or in use. */
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly idleMs: number;
  /** Settings of the session besides, such as `lock_timeout=1000`. */
  readonly settings?: readonly string[];
  /** TLS, with certificates of these authorities as PEM or of those that the machine trusts; none by default. */
  readonly tls?: { readonly authorities: string | undefined } | undefined;
  /** Whether whole numbers of 64 bits are read as numbers, and bytes as plain arrays of them. */
  readonly plain?: boolean;
}

/** How long a listener that lost its connection waits before it makes another one, and for that one. */
const RELISTEN_MS = 1_000;

/** After so much silence the system looks whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000;

const INT8 = 20;
const BYTEA = 17;

/** Connections that are made when they are needed. */
export function openPool(address: PostgresAddress, given: PoolSettings): Pool {
  const { settings = [] } = given;
  const options = ["TimeZone=UTC", "DateStyle=ISO", "client_encoding=UTF8", ...settings];
  const pool = new Pool({
    ...connectionOf(address, given),
    // Times without a zone are UTC, whatever the role or the database has set.
    options: options.map((one) => `-c ${one}`).join(" "),
    max: given.max,
    statement_timeout: given.statementTimeoutMs,
    query_timeout: given.statementTimeoutMs + given.connectTimeoutMs,
    idleTimeoutMillis: given.idleMs,
    allowExitOnIdle: true,
    ...(given.plain === true ? { types: plainTypes } : {}),
  });
  // A connection that dies is replaced; the query that it was used for, or the next one, says why.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

type ConnectionSettings = Pick<PoolSettings, "name" | "tls" | "connectTimeoutMs">;

function connectionOf(
  { host, port, database, user, password }: PostgresAddress,
  { name = "plumbline", tls, connectTimeoutMs }: ConnectionSettings,
): ClientConfig {
  return {
    host,
    port,
    database,
    user,
    password: reveal(password),
    ssl: tls === undefined ? false : { ca: tls.authorities, servername: host },
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/** What listens to a channel. */
export interface Listener {
  readonly close: () => Promise<void>;
}

/**
 * Listens to a channel of a database, on a connection of its own; one that is lost is made again. What is said
 * meanwhile is not heard, so nobody may depend on hearing it.
 */
export function listenTo(
  address: PostgresAddress & Pick<PoolSettings, "name" | "tls">,
  channel: string,
  heard: (text: string) => void,
): Listener {
  let current: Client | undefined;
  const closed = new AbortController();
  const { signal } = closed;
  const listen = async () => {
    const client = new Client(connectionOf(address, { ...address, connectTimeoutMs: RELISTEN_MS }));
    current = client;
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    client.on("notification", ({ payload = "" }) => heard(payload));
    await client.connect();
    await client.query(`listen ${channel}`);
    if (signal.aborted) await client.end();
    await lost;
  };
  const listening = (async () => {
    while (!signal.aborted) {
      await listen().catch(() => undefined);
      await pause(RELISTEN_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  })();
  return {
    close: async () => {
      closed.abort();
      await current?.end().catch(() => undefined);
      await Promise.race([listening, pause(RELISTEN_MS, undefined, { ref: false })]);
    },
  };
}

/** Numbers beyond those that JavaScript counts with are none that a catalog reaches. */
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

/** The SQLSTATE of an error that the database reported; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? (error.code ?? "") : undefined;
}

/** Network failures by the codes of Node, and what the driver says without one. */
const NETWORK = /^E(?:CONN|NOTFOUND|AI_|HOST|NET|TIMEDOUT|PIPE|ADDR|ACCES)/;
const LOST =
  /^(?:Connection terminated|Query read timeout|timeout (?:expired|exceeded)|Client .*\bnot queryable|read ECONN)/;

/** What is wrong with the way to a database, in words; undefined for what is something else. */
export function brokenWay(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof DatabaseError) return undefined;
  const network = (error as NodeJS.ErrnoException).code ?? "";
  // An address with several numbers fails with all of them at once and no text.
  if (NETWORK.test(network)) return error.message === "" ? network : error.message;
  // Errors of other classes are somebody else's, and may quote names that users give.
  const isPlain = error.constructor === Error;
  return isPlain && LOST.test(error.message) ? error.message : undefined;
}
