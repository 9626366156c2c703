/** Watches the CPU time and the waiting time of a job. */
import type { Worker } from "node:worker_threads";
import { begunIn } from "./thread-time.ts";

export interface Watched {
  readonly begun: SharedArrayBuffer;
  /** The threads of the pool at this moment. */
  readonly threads: () => readonly Worker[];
  /** CPU time. */
  readonly computeMs: number;
  /** All time without CPU use. */
  readonly waitMs: number;
  /** Aborted when the job is over. */
  readonly over: AbortSignal;
}

/** Shortest interval between two checks. */
const LOOK_MS = 20;

/** Resolves with the exceeded limit, or with undefined once the job is over. */
export async function excessOf(watched: Watched): Promise<"computes" | "waits" | undefined> {
  const { computeMs, waitMs, over } = watched;
  const start = performance.now();
  let computed = 0;
  while (!over.aborted) {
    const waited = performance.now() - start - computed;
    if (computed >= computeMs) return "computes";
    if (waited >= waitMs) return "waits";
    // CPU time never grows faster than elapsed time, so no earlier check is needed.
    const left = Math.max(LOOK_MS, Math.min(computeMs - computed, waitMs - waited));
    await passed(left, over);
    // A thread that cannot answer now answers later.
    computed = (await Promise.race([computedFor(watched), passed(waitMs, over)])) ?? computed;
  }
  return undefined;
}

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
