/** Jobs that compute, wait, or do both, for as long as they say; what they wait for is nobody's work. */
import { timed } from "../../../src/server/workers/timed.ts";
import { threadMs } from "../../../src/server/workers/thread-time.ts";

export interface Job {
  readonly computeMs?: number;
  readonly waitMs?: number;
}

function work({ computeMs = 0, waitMs = 0 }: Job): string {
  if (waitMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  const end = threadMs() + computeMs;
  while (threadMs() < end);
  return "done";
}

export const run = timed(work);
