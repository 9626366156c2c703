/**
 * The writing connection of a catalog. After some changes it moves from the main thread to a writer
 * thread, so that requests do not wait for disk syncs.
 */
import { connectWriting, type ConnectionOptions } from "./sqlite-connection.ts";
import type { Statement } from "./sqlite-session.ts";
import { statementsHere, type Statements } from "./sqlite-statements.ts";
import { statementsInThread } from "./sqlite-thread-statements.ts";

export interface SqliteWriter extends Omit<Statements, "hasEnded" | "areApart"> {
  readonly areApart: () => boolean;
  /** Called between transactions, with the changes since; the connection may move then. */
  readonly next: (changesBefore: number) => Promise<void>;
  readonly sentBytes: () => number;
}

/** Throws connection errors. With `changesBeforeThread` 0, the thread is awaited. */
export function openWriter(
  path: string,
  options: ConnectionOptions,
  changesBeforeThread: number,
): SqliteWriter {
  const connectHere = () => statementsHere(connectWriting(path, options));
  let now = connectHere();
  let changes = 0;
  let ready: Statements | undefined;
  let starting: Promise<void> | undefined;
  let hasThread = false;
  let bytes = 0;
  const counted = (statement: Statement) => {
    for (const one of statement.parameters) bytes += sizeOf(one);
    return statement;
  };
  const start = async () => {
    try {
      ready = await statementsInThread(path, options);
    } catch {
      // Out of threads or memory: tried again after as many changes.
      hasThread = false;
      changes = 0;
    }
  };
  return {
    ask: (statement) => now.ask(counted(statement)),
    send: (statement) => now.send(counted(statement)),
    flush: () => now.flush(),
    commit: () => now.commit(),
    areApart: () => now.areApart,
    sentBytes: () => bytes,
    next: async (changesBefore) => {
      changes += changesBefore;
      if (now.hasEnded()) {
        now = connectHere();
        hasThread = false;
        changes = 0;
      }
      if (!hasThread && changes >= changesBeforeThread) {
        hasThread = true;
        starting = start();
        if (changesBeforeThread === 0) await starting;
      }
      if (ready === undefined) return;
      const before = now;
      now = ready;
      ready = undefined;
      await before.close();
    },
    close: async () => {
      await starting;
      await ready?.close();
      if (!now.hasEnded()) await now.close();
    },
  };
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return value instanceof Uint8Array ? value.byteLength : 0;
}
