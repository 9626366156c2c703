/** Connects to the server of an estate. Reading commands get no write functions. */
import { dirname, join } from "node:path";
import { lock as limits } from "../../model/limits.ts";
import {
  openClient,
  type Client,
  type ClientOptions,
  type Exchange,
} from "../../reconciler/client/http.ts";
import { withNearby } from "../../reconciler/client/nearby.ts";
import {
  detectServer,
  NoCatalogError,
  OtherDialectError,
} from "../../reconciler/client/profile.ts";
import { catalogInventory, localInventory } from "../../reconciler/inventory/store.ts";
import { catalogLock } from "../../reconciler/lock/catalog-lock.ts";
import type { LockStore } from "../../reconciler/lock/lease.ts";
import { localLock } from "../../reconciler/lock/local-lock.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import type { Connection } from "../../reconciler/estate.ts";
import type { Reader, Transport } from "../../wire/request.ts";
import { openWaiting } from "../process/waiting.ts";
import type { CommandContext } from "../process/context.ts";
import type { Screen } from "../process/screen.ts";
import type { ServerSettings } from "./settings.ts";

/** A read-only connection. */
export interface ReadingConnection extends Connection {
  readonly lease: LockStore["read"];
  readonly close: () => Promise<void>;
}

/** A connection for writes. */
export interface WritingConnection extends ReadingConnection {
  readonly send: Client["send"];
  /** Concurrent writes; adapted to the server when absent. */
  readonly writes?: number | undefined;
  /** Milliseconds for which a value that differs from the sent one is read again. */
  readonly settleMs?: number | undefined;
  /** The lock store, beside the inventory. */
  readonly lock: LockStore;
}

export type ConnectOutput = Pick<CommandContext, "environment" | "isVerbose"> &
  Partial<Pick<CommandContext, "isQuiet">> & {
    readonly err: Pick<Screen, "write"> & Partial<Pick<Screen, "status" | "isTerminal">>;
  };

/** Connects for reading. Rejects when the server is unreachable, not a catalog, or refuses. */
export async function connectForReading(
  server: ServerSettings,
  context: ConnectOutput,
): Promise<ReadingConnection> {
  const {
    send: _never,
    lock: _neither,
    writes: _nor,
    settleMs: _nothing,
    ...connection
  } = await connect(server, context, undefined);
  return connection;
}

export interface Writing {
  readonly onUpload?: ClientOptions["onUpload"];
  /** Wraps the transport. */
  readonly counting?: (send: Transport) => Transport;
}

/** Rejects like `connectForReading`. */
export function connectForWriting(
  server: ServerSettings,
  context: ConnectOutput,
  writing: Writing = {},
): Promise<WritingConnection> {
  return connect(server, context, writing);
}

async function connect(
  { settings, target }: ServerSettings,
  context: ConnectOutput,
  writing: Writing | undefined,
): Promise<WritingConnection> {
  const bodies = bodyStore();
  const heard = hearing(context);
  const { counting = (send: Transport) => send, onUpload } = writing ?? {};
  const estate = writing && settings.estate.name;
  const client = openClient({ ...target, ...heard.on, estate, loadBody: bodies.load, onUpload });
  try {
    const server = await detectServer(client.read, target.user);
    if (target.dialect !== undefined && target.dialect !== server.dialect)
      throw new OtherDialectError(target.dialect, server.dialect);
    // Only reads are passed in, so the result is a reader.
    const read: Reader = counting(client.read as Transport);
    const send = counting(client.send);
    const { name } = settings.estate;
    const account = target.user;
    const atomic = server.software === "plumbline";
    const { inventory, lock } =
      settings.inventory.type === "local"
        ? localState(name, settings.inventory.file)
        : {
            inventory: catalogInventory(name, { read, send: writing && send, atomic }),
            lock: catalogLock(name, { read, send, atomic, confirmMs: limits.confirmMs }),
          };
    const close = async () => {
      heard.close();
      await client.close();
      if (context.environment["PLUMBLINE_STATISTICS"] === "1")
        context.err.write(`${client.sent()} requests sent\n`);
    };
    const lease = lock.read;
    const { writes, settleMs } = target;
    return { read, send, writes, settleMs, server, account, inventory, lock, lease, bodies, close };
  } catch (error) {
    heard.close();
    await client.close();
    throw error instanceof NoCatalogError ? await withNearby(error, target) : error;
  }
}

/** Shows slow requests on a terminal, and all requests with --verbose. */
function hearing(context: ConnectOutput) {
  const { err, isQuiet = false, isVerbose } = context;
  const { status, isTerminal = false } = err;
  const waiting = status && isTerminal && !isQuiet ? openWaiting(status) : undefined;
  const onExchange = (exchange: Exchange) => {
    waiting?.end(exchange);
    const { method, path, status = "no answer", milliseconds } = exchange;
    if (isVerbose) err.write(`${method} ${path}  ${status}  ${milliseconds} ms\n`);
  };
  return { on: { onBegin: waiting?.begin, onExchange }, close: () => waiting?.close() };
}

function localState(name: string, file: string) {
  const lock = localLock(name, join(dirname(file), "lock.json"));
  return { inventory: localInventory(name, file), lock };
}
