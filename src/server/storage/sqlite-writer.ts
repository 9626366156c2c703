/**
 * The writing connection of a catalog. After some lists it moves from the main thread to a thread,
 * so that requests do not wait for disk syncs.
 */
import { setImmediate as otherTurns } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../workers/worker-url.ts";
import { ThreadEndedError } from "./database-error.ts";
import { connectWriting, type Connection, type RunStatement } from "./sqlite-connection.ts";
import type { ThreadData } from "./sqlite-thread.ts";
import {
  openWriteSession,
  type AnsweredError,
  type WriteAnswer,
  type WriteRequest,
} from "./sqlite-units.ts";
import { inGroups } from "./unit-groups.ts";
import type { UnitList } from "./unit.ts";

/** All reject with SQLite's error, or ThreadEndedError. */
export interface SqliteWriter {
  /** Resolves when the changes are on disk; false if a read differs. */
  readonly apply: (list: UnitList) => Promise<boolean>;
  /**
   * Runs work while no other connection can change anything, applies its list, and commits. Rolls
   * back if the work rejects.
   */
  readonly hold: <Result>(
    work: (
      run: RunStatement<Promise<readonly unknown[]>>,
    ) => Promise<{ readonly result: Result; readonly list: UnitList }>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/**
 * Begins on an open connection, which it closes. With `listsBeforeThread` 0, the thread is awaited.
 */
export function openWriter(
  connection: Connection,
  { path, options }: ThreadData,
  listsBeforeThread: number,
): SqliteWriter {
  let place = inLoop(connection);
  let next: Place | undefined;
  let lists = 0;
  let starting = Promise.resolve();
  const start = async () => {
    try {
      next = await inThread({ path, options });
    } catch {
      // Out of threads or memory: tried again after as many lists.
      lists = 0;
    }
  };
  /** The place, for who has the turn. */
  const placeNow = async (): Promise<Place> => {
    if (place.hasEnded()) {
      place = inLoop(connectWriting(path, options));
      lists = 0;
    }
    if (lists++ === listsBeforeThread) starting = start();
    if (listsBeforeThread === 0) await starting;
    if (next !== undefined) {
      await place.close();
      place = next;
      next = undefined;
    }
    return place;
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: (one: Place) => Promise<Result>): Promise<Result> => {
    const mine = last.then(async () => work(await placeNow()));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    apply: inGroups(
      (group) => inTurn(({ ask }) => ask({ does: "apply", lists: group })),
      (error) => (error as Partial<AnsweredError>).mayBeOfOne === true,
    ),
    hold: (work) =>
      inTurn(async ({ ask }) => {
        await ask({ does: "hold" });
        const done = await work((...statement) => ask({ does: "run", statement })).catch(
          async (error: unknown) => {
            await ask({ does: "undo" }).catch(() => undefined);
            throw error;
          },
        );
        await ask({ does: "end", lists: [done.list] });
        return done.result;
      }),
    close: async () => {
      await starting;
      await last;
      await Promise.all([place.close(), next?.close()]);
    },
  };
}

/** Where the connection is. It takes one request at a time, and is closed when it has none. */
interface Place {
  readonly ask: (request: WriteRequest) => Promise<readonly unknown[]>;
  readonly hasEnded: () => boolean;
  readonly close: () => Promise<void>;
}

/** The connection in the main thread. */
function inLoop(connection: Connection): Place {
  const answer = openWriteSession(connection);
  return {
    ask: async (request) => {
      // Other work runs between the statements of a long change.
      if (request.does === "run") await otherTurns();
      return rowsOf(answer(request));
    },
    hasEnded: () => !connection.isOpen,
    close: async () => connection.close(),
  };
}

/** Starts the thread. Rejects with ThreadEndedError on failure. */
export async function inThread(workerData: ThreadData): Promise<Place> {
  const url = new URL(workerUrl("storage/sqlite-thread"));
  const worker = new Worker(url, { workerData, env: {}, execArgv: [] });
  let failure: ThreadEndedError | undefined;
  let asked = Promise.withResolvers<WriteAnswer>();
  const end = (cause: unknown) => {
    failure ??= new ThreadEndedError(cause);
    asked.reject(failure);
  };
  worker.on("error", end);
  worker.on("exit", () => end(undefined));
  worker.on("message", (answer: WriteAnswer) => asked.resolve(answer));
  const ended = new Promise((resolve) => void worker.once("exit", resolve));
  const answered = async () => {
    // The thread keeps the process alive only while an answer is pending.
    worker.ref();
    try {
      return rowsOf(await asked.promise);
    } finally {
      worker.unref();
    }
  };
  await answered();
  return {
    ask: (request) => {
      if (failure !== undefined) return Promise.reject(failure);
      asked = Promise.withResolvers();
      worker.postMessage(request);
      return answered();
    },
    hasEnded: () => failure !== undefined,
    close: async () => {
      worker.ref();
      worker.postMessage(undefined);
      await ended;
    },
  };
}

function rowsOf(answer: WriteAnswer): readonly unknown[] {
  if ("rows" in answer) return answer.rows;
  const { message, ...codes } = answer.error;
  throw Object.assign(new Error(message), codes);
}
