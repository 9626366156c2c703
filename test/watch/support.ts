/** Watches for tests: in process, on a test catalog, with short times and everything that was sent. */
import { bugDiagnostic } from "../../src/model/failure.ts";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { catalogLock } from "../../src/reconciler/lock/catalog-lock.ts";
import type { Here, Holder } from "../../src/reconciler/lock/lease.ts";
import type { DriftPolicy } from "../../src/reconciler/watch/drift.ts";
import {
  usualTimes,
  type FolderSource,
  type WatchEvent,
  type WatchTimes,
} from "../../src/reconciler/watch/options.ts";
import type { PassEnd } from "../../src/reconciler/watch/pass-end.ts";
import { startWatch, type Watch } from "../../src/reconciler/watch/watch.ts";
import { TransportError } from "../../src/wire/request.ts";
import type { Transport } from "../../src/wire/request.ts";
import { connectTo, writesIn, type Exchange } from "../support/servers/catalog.ts";
import { estateOf, type EstateOptions } from "../support/estates/estate.ts";

/** A manifest of a style whose SLD lies beside it. */
export const style = (name: string): string =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;

/** A manifest of the catalog mode. */
export const mode = (value: string): string =>
  `apiVersion: plumbline/v1\nkind: CatalogMode\nmetadata: { name: catalog }\nspec: { mode: ${value} }\n`;

/** Times at which nothing happens by itself but what changes of the folder ask for. */
const quickTimes: WatchTimes = {
  ...usualTimes,
  quietMs: 150,
  deleteQuietMs: 300,
  pollMs: 600_000,
  resyncMs: 600_000,
  retryBaseMs: 50,
  retryCapMs: 400,
};

/** Who watches. */
export const holder: Holder & Here = {
  who: "watch",
  host: "here",
  machine: "m1",
  pid: 1,
  isAlive: () => true,
};

/** How a watch is started. */
export interface Options extends EstateOptions {
  readonly policy?: DriftPolicy;
  readonly times?: Partial<WatchTimes>;
  /** May answer in the server's place. */
  readonly wrap?: (real: Transport) => Transport;
  readonly clock?: () => number;
  /** Where the folder comes from. */
  readonly source?: FolderSource;
  /** Who watches; always the same one when left out. */
  readonly who?: Holder & Here;
}

/** A watch under test. */
export interface Watched {
  readonly watch: Watch;
  readonly passes: PassEnd[];
  readonly events: WatchEvent[];
  /** Every request so far. */
  readonly log: () => readonly Exchange[];
  /** Writes to the catalog so far, as `METHOD path`. */
  readonly writes: () => readonly string[];
  /** Waits for a pass that ended after the call of which this is so; those before do not count. */
  readonly next: (isIt: (end: PassEnd) => boolean) => Promise<PassEnd>;
  /** Waits until a pass is reported, from the first one on. */
  readonly seen: (isIt: (end: PassEnd) => boolean) => Promise<PassEnd>;
}

/** Starts a watch of a folder; it ends with the test. */
export function watchFolder(app: FastifyInstance, folder: string, options: Options = {}): Watched {
  const { name = "test", policy = "report", wrap, times, source } = options;
  const logs: Exchange[][] = [];
  const passes: PassEnd[] = [];
  const events: WatchEvent[] = [];
  const listeners = new Set<() => void>();
  const connect = async () => {
    const connection = await connectTo(app, name, wrap);
    logs.push(connection.log);
    const { read, send, server } = connection;
    const atomic = server.software === "plumbline";
    const lock = catalogLock(name, { read, send, atomic, confirmMs: 0 });
    return { ...connection, lock, close: async () => undefined };
  };
  const watch = startWatch({
    situate: async () => ({
      context: {
        estate: estateOf(folder, { prune: "owned", ...options }),
        url: "http://test",
        files: [],
        connectionKey: "same",
        connect,
      },
      diagnostics: [],
    }),
    policy,
    times: { ...quickTimes, ...times },
    holder: options.who ?? holder,
    source,
    explain,
    random: () => 0.5,
    version: "0.0.0",
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    onPass: (end) => {
      passes.push(end);
      for (const listener of listeners) listener();
    },
    onEvent: (event) => void events.push(event),
  });
  onTestFinished(() => watch.close());
  const log = () => logs.flat();
  const after = (from: number, isIt: (end: PassEnd) => boolean) =>
    new Promise<PassEnd>((resolve) => {
      const look = () => {
        const found = passes.slice(from).find(isIt);
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  return {
    watch,
    passes,
    events,
    log,
    writes: () => writesIn(log()).catalog.map(({ request }) => `${request.method} ${request.path}`),
    next: (isIt) => after(passes.length, isIt),
    seen: (isIt) => after(0, isIt),
  };
}

function explain(error: unknown) {
  if (!(error instanceof TransportError)) return bugDiagnostic(error);
  const message = error.message;
  return { code: "server-unreachable", severity: "error", message } as const;
}
