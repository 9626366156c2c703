/**
 * Memory that a crowd leaves behind. The engine looks for what is free while memory is asked for; a server that
 * has become quiet asks for none, and would keep what hundreds of clients needed for as long as it runs.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { idleMemory as limits } from "../../../model/limits.ts";
import type { OpenServer } from "../../../server/options.ts";

/** What a look at memory needs. */
export interface MemoryParts {
  /** Resident memory of the process now, in bytes. */
  readonly resident: () => number;
  /** How many requests are under way now. */
  readonly requests: () => number;
  /** Looks for all that is free; stops the loop meanwhile. */
  readonly collect: () => void;
}

/**
 * A look to be taken now and then. It collects when memory has grown, grows no more, and hardly anybody
 * asks. What was in use then may be free a little later, or be in use for good: it looks again after a
 * while, and after twice that while, and so on.
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

/** Looks as long as the process runs. */
export function watchMemory({ app }: Pick<OpenServer, "app">): void {
  const look = memoryWatch({
    resident: () => process.memoryUsage.rss(),
    requests: () => app.underWay().requests,
    collect: collector(),
  });
  setInterval(look, limits.checkMs).unref();
}

/** The engine's own collection, which it gives to those only who ask by a flag. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
