/**
 * Statements of the writer thread. Most take microseconds, so the main thread blocks for the
 * answer: a turn of the event loop would take much longer. It does not block for longer statements,
 * nor for commits.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { storage as limits } from "../../model/limits.ts";
import { workerUrl } from "../workers/worker-url.ts";
import { ThreadEndedError } from "./database-error.ts";
import type { ConnectionOptions } from "./sqlite-connection.ts";
import { openPacker } from "./sqlite-parcel.ts";
import { control, type Answer, type Statement } from "./sqlite-session.ts";
import { rowsOf, takenBackOf, type Statements } from "./sqlite-statements.ts";
import type { ThreadData, ThreadRequest } from "./sqlite-thread.ts";

/** Starts the thread. Rejects with ThreadEndedError on failure. */
export async function statementsInThread(
  path: string,
  options: ConnectionOptions,
): Promise<Statements> {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadData = { path, options, port: port2, answered };
  const worker = new Worker(new URL(workerUrl("storage/sqlite-thread")), {
    workerData,
    transferList: [port2],
    env: {},
    execArgv: [],
  });
  // Thread and port keep the process alive only while an answer is pending.
  worker.unref();
  const asked = waitingOn(port);
  const ended = new Promise<void>((resolve) => {
    worker.on("error", (cause) => asked.end(new ThreadEndedError(cause)));
    worker.on("exit", () => {
      asked.end(new ThreadEndedError(undefined));
      resolve();
    });
  });
  await asked.next();
  let unsent: Statement[] = [];
  const pack = openPacker();
  const post = (isWaitedFor: boolean, ...last: readonly Statement[]) => {
    const [parcel, handedOver] = pack({ statements: [...unsent, ...last], isWaitedFor });
    unsent = [];
    port.postMessage(parcel satisfies ThreadRequest, handedOver);
  };
  return {
    ask: async (statement) => {
      const seen = Atomics.load(answered, 0);
      post(true, statement);
      if (asked.isEmpty() && Atomics.wait(answered, 0, seen, limits.answerMs) !== "timed-out") {
        const received: { readonly message: Answer } | undefined = receiveMessageOnPort(port);
        if (received !== undefined) return rowsOf(received.message);
      }
      return rowsOf(await asked.next());
    },
    send: (statement) => void unsent.push(statement),
    flush: () => post(false),
    commit: async () => {
      post(true, { sql: control.commit, parameters: [] });
      return takenBackOf(await asked.next());
    },
    areApart: true,
    hasEnded: asked.hasEnded,
    close: async () => {
      worker.ref();
      port.postMessage("close" satisfies ThreadRequest);
      await ended;
    },
  };
}

/** Pending answers, in the order of delivery. */
function waitingOn(port: MessageChannel["port1"]) {
  const waiting: PromiseWithResolvers<Answer>[] = [];
  let ending: ThreadEndedError | undefined;
  port.on("message", (answer: Answer) => {
    waiting.shift()?.resolve(answer);
    if (waiting.length === 0) port.unref();
  });
  port.unref();
  return {
    next: async () => {
      if (ending !== undefined) throw ending;
      port.ref();
      const one = Promise.withResolvers<Answer>();
      waiting.push(one);
      return one.promise;
    },
    isEmpty: () => waiting.length === 0,
    hasEnded: () => ending !== undefined,
    end: (error: ThreadEndedError) => {
      ending ??= error;
      for (const one of waiting.splice(0)) one.reject(ending);
      port.close();
    },
  };
}
