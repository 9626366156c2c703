/**
 * The writing connection of a catalog. After some lists it moves from the main thread to a thread,
 * so that requests do not wait for disk syncs.
 */
import { MessageChannel, Worker } from "node:worker_threads";
import { workerUrl } from "../workers/worker-url.ts";
import { ThreadEndedError } from "./database-error.ts";
import { connectWriting, type Connection, type ConnectionOptions } from "./sqlite-connection.ts";
import type { SqliteTexts } from "./sqlite-statements.ts";
import type { ThreadData } from "./sqlite-thread.ts";
import {
  openWriteSession,
  type AnsweredError,
  type Statement,
  type WriteAnswer,
  type WriteRequest,
} from "./sqlite-units.ts";
import type { UnitList } from "./unit.ts";

/** All reject with SQLite's error, or ThreadEndedError. */
export interface SqliteWriter {
  /** Resolves when the changes are on disk; false if a read differs. */
  readonly apply: (list: UnitList) => Promise<boolean>;
  /** Resolves when no other connection can change anything. */
  readonly hold: () => Promise<Holder>;
  readonly close: () => Promise<void>;
}

export interface Holder {
  /** Returns the rows of the last statement. */
  readonly run: (statements: readonly Statement[]) => Promise<readonly unknown[]>;
  /** Applies a list and commits; rolls back without one. */
  readonly end: (list: UnitList | undefined) => Promise<void>;
}

export interface WriterOptions {
  readonly path: string;
  readonly options: ConnectionOptions;
  readonly texts: SqliteTexts;
}

/**
 * Begins on an open connection, which it closes. With `listsBeforeThread` 0, the thread is awaited.
 */
export async function openWriter(
  connection: Connection,
  given: WriterOptions,
  listsBeforeThread: number,
): Promise<SqliteWriter> {
  let place = inLoop(connection, given.texts);
  let lists = 0;
  let starting: Promise<void> | undefined;
  const closing: Promise<void>[] = [];
  const start = async () => {
    try {
      const thread = await inThread(given);
      const before = place;
      // Beside a holder, the other connection would wait for the lock and fail.
      before.whenIdle(() => {
        closing.push(before.close());
        place = thread;
      });
    } catch {
      // Out of threads or memory: tried again after as many lists.
      starting = undefined;
      lists = 0;
    }
  };
  const next = (): Place => {
    if (place.hasEnded()) {
      place = inLoop(connectWriting(given.path, given.options), given.texts);
      starting = undefined;
      lists = 0;
    }
    if (lists++ >= listsBeforeThread) starting ??= start();
    return place;
  };
  if (listsBeforeThread === 0) {
    next();
    await starting;
  }
  return {
    apply: async (list) => {
      const answer = await next().ask({ does: "apply", list });
      return "isSame" in answer && answer.isSame;
    },
    hold: async () => {
      const { ask } = next();
      await ask({ does: "hold" });
      return {
        run: async (statements) => {
          const answer = await ask({ does: "run", statements });
          return "rows" in answer ? answer.rows : [];
        },
        end: async (list) => void (await ask({ does: "end", list })),
      };
    },
    close: async () => {
      await starting;
      // The connection may move until then.
      await new Promise<void>(place.whenIdle);
      await Promise.all([...closing, place.close()]);
    },
  };
}

/** A request without its number. */
type Wish = WriteRequest extends infer One
  ? One extends WriteRequest
    ? Omit<One, "id">
    : never
  : never;

type Ready = Exclude<WriteAnswer, { error: AnsweredError }>;

/** Where the connection is. */
interface Place {
  readonly ask: (wish: Wish) => Promise<Ready>;
  readonly hasEnded: () => boolean;
  /** Acts once all requests are answered and no holder is left, in the same turn. */
  readonly whenIdle: (act: () => void) => void;
  /** Closes the connection when it is idle. */
  readonly close: () => Promise<void>;
}

/** The connection in the main thread. */
function inLoop(connection: Connection, texts: SqliteTexts): Place {
  const session = openWriteSession(connection, texts);
  const asked = openAsked((requests) => asked.answer(session.take(requests)));
  return {
    ask: asked.ask,
    hasEnded: () => !connection.isOpen,
    whenIdle: asked.whenIdle,
    close: async () => {
      await new Promise<void>(asked.whenIdle);
      connection.close();
    },
  };
}

/** Starts the thread. Rejects with ThreadEndedError on failure. */
export async function inThread({ path, options, texts }: WriterOptions): Promise<Place> {
  const { port1: port, port2 } = new MessageChannel();
  const workerData: ThreadData = { path, options, texts, port: port2 };
  const worker = new Worker(new URL(workerUrl("storage/sqlite-thread")), {
    workerData,
    transferList: [port2],
    env: {},
    execArgv: [],
  });
  // Thread and port keep the process alive only while an answer is pending.
  worker.unref();
  const asked = openAsked((requests) => {
    port.ref();
    port.postMessage(requests);
  });
  const ready = Promise.withResolvers<void>();
  const end = (cause: unknown) => {
    const error = new ThreadEndedError(cause);
    port.close();
    ready.reject(error);
    asked.fail(error);
  };
  const ended = new Promise<void>((resolve) => {
    worker.on("error", end);
    worker.on("exit", () => {
      end(undefined);
      resolve();
    });
  });
  port.on("message", (answers: readonly WriteAnswer[]) => {
    ready.resolve();
    asked.answer(answers);
    if (asked.isIdle()) port.unref();
  });
  await ready.promise;
  if (asked.isIdle()) port.unref();
  return {
    ask: asked.ask,
    hasEnded: asked.hasFailed,
    whenIdle: asked.whenIdle,
    close: async () => {
      await new Promise<void>(asked.whenIdle);
      if (asked.hasFailed()) return;
      worker.ref();
      port.close();
      await ended;
    },
  };
}

interface Asked extends PromiseWithResolvers<Ready> {
  readonly does: WriteRequest["does"];
}

/**
 * Requests that are not answered yet. What is asked in one turn of the loop is sent together. A
 * holder counts as one until its end.
 */
function openAsked(send: (requests: readonly WriteRequest[]) => void) {
  const waiting = new Map<number, Asked>();
  let unsent: WriteRequest[] = [];
  let number = 0;
  let holders = 0;
  let failure: Error | undefined;
  let onIdle: (() => void)[] = [];
  const isIdle = () => waiting.size === 0 && holders === 0;
  const tell = () => {
    if (!isIdle()) return;
    const acts = onIdle;
    onIdle = [];
    for (const act of acts) act();
  };
  const settle = (answer: WriteAnswer) => {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (one?.does === "end" || (one?.does === "hold" && "error" in answer)) holders--;
    if ("error" in answer) one?.reject(errorOf(answer.error));
    else one?.resolve(answer);
  };
  const sendAll = () => {
    const requests = unsent;
    unsent = [];
    send(requests);
  };
  return {
    isIdle,
    hasFailed: () => failure !== undefined,
    whenIdle: (act: () => void) => {
      onIdle.push(act);
      tell();
    },
    ask: async (wish: Wish): Promise<Ready> => {
      if (failure !== undefined) throw failure;
      const request = { ...wish, id: ++number } as WriteRequest;
      const one = { ...Promise.withResolvers<Ready>(), does: wish.does };
      waiting.set(number, one);
      if (wish.does === "hold") holders++;
      if (unsent.length === 0) setImmediate(sendAll);
      unsent.push(request);
      return one.promise;
    },
    answer: (answers: readonly WriteAnswer[]) => {
      answers.forEach(settle);
      tell();
    },
    fail: (error: Error) => {
      failure = error;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
      holders = 0;
      tell();
    },
  };
}

function errorOf({ message, ...codes }: AnsweredError): Error {
  return Object.assign(new Error(message), codes);
}
