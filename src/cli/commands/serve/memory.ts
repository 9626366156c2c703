/**
 * Returns memory to the system after a load peak. V8 collects only on allocation, so an idle server
 * would keep the memory of its peak.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { idleMemory as limits } from "../../../model/limits.ts";
import type { OpenServer } from "../../../server/options.ts";

export interface MemoryParts {
  /** Resident memory in bytes. */
  readonly resident: () => number;
  readonly requests: () => number;
  /** Runs a garbage collection, which blocks the event loop. */
  readonly collect: () => void;
}

/**
 * A periodic check. It collects when memory has grown, has stopped growing, and few requests are
 * active. Memory that a collection leaves may become free later or stay in use, so it collects
 * again, after a pause that doubles each time.
 */
export function memoryWatch({ resident, requests, collect }: MemoryParts): () => void {
  let least = Infinity;
  let last = Infinity;
  let kept = Infinity;
  let pause: number = limits.pauseLooks;
  let left = 0;
  return () => {
    const now = resident();
    const isGrowing = now > last;
    last = now;
    least = Math.min(least, now);
    const isWorth = now - least > limits.grownBytes;
    if (!isWorth || now - kept > limits.grownBytes) {
      pause = limits.pauseLooks;
      left = 0;
    }
    if (left > 0) left--;
    else if (isWorth && !isGrowing && requests() <= limits.requests) {
      collect();
      last = resident();
      least = Math.min(least, last);
      kept = last;
      left = pause;
      pause = Math.min(pause * 2, limits.longestPauseLooks);
    }
  };
}

/** Between collections, the heap may also grow by half of what is in use; V8 lets it grow fourfold. */
export function watchMemory({ app }: Pick<OpenServer, "app">): void {
  setFlagsFromString("--heap-growing-percent=50");
  const look = memoryWatch({
    resident: () => process.memoryUsage.rss(),
    requests: () => app.admission.underWay().requests,
    collect: collector(),
  });
  setInterval(look, limits.checkMs).unref();
}

/** V8's `gc` function, which needs a flag. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
