/** Watches over a job in a thread: what it computes, and how long it waits. */
import type { Worker } from "node:worker_threads";
import { begunIn } from "./thread-time.ts";

/** A job on its way, and its bounds. */
export interface Watched {
  readonly begun: SharedArrayBuffer;
  /** The threads that there are now. */
  readonly threads: () => readonly Worker[];
  /** What its thread may compute for it. */
  readonly computeMs: number;
  /** How long it may wait in all, for a thread and for anything else. */
  readonly waitMs: number;
  /** Aborted once the job is over. */
  readonly over: AbortSignal;
}

/** Between two looks at a job: no more often, however little is left to it. */
const LOOK_MS = 20;

/** Resolves with what a job exceeds as soon as it does, and with undefined once the job is over. */
export async function excessOf(watched: Watched): Promise<"computes" | "waits" | undefined> {
  const { computeMs, waitMs, over } = watched;
  const start = performance.now();
  let computed = 0;
  while (!over.aborted) {
    const waited = performance.now() - start - computed;
    if (computed >= computeMs) return "computes";
    if (waited >= waitMs) return "waits";
    // Nobody computes for longer than time passes, so that no look is needed before.
    const left = Math.max(LOOK_MS, Math.min(computeMs - computed, waitMs - waited));
    await passed(left, over);
    // A thread that cannot be asked now tells it once it can.
    computed = (await Promise.race([computedFor(watched), passed(waitMs, over)])) ?? computed;
  }
  return undefined;
}

/** Resolves when the time has passed, or the job is over. */
function passed(milliseconds: number, over: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      over.removeEventListener("abort", end);
      resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds).unref();
    if (over.aborted) end();
    else over.addEventListener("abort", end);
  });
}

async function computedFor({ begun, threads }: Watched): Promise<number | undefined> {
  const began = begunIn(begun);
  const thread = threads().find(({ threadId }) => threadId === began?.threadId);
  if (began === undefined || thread === undefined) return undefined;
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1_000 - began.beforeMs;
  } catch {
    return undefined;
  }
}
