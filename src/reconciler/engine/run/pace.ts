/**
 * How many writes may be under way together: more while the server answers quickly, and half as many once it has no
 * time (docs/decisions/0074-writes-in-flight.md). Pure but for the clock.
 */
import { client as limits } from "../../../model/limits.ts";
import type { WireResponse } from "../../../wire/request.ts";
import { isBusy } from "../../../wire/retry.ts";

/** The pace of one run. */
export interface Pace {
  /** Writes that may be under way now; at least 1. */
  readonly most: () => number;
  /** Goes by how a write is answered; rejects as it does. */
  readonly heed: (send: () => Promise<WireResponse>) => Promise<WireResponse>;
}

/** Starts slowly, and never has more than `most` under way; `clock` gives milliseconds. */
export function openPace(most: number, clock: () => number = () => performance.now()): Pace {
  let allowed = Math.min(limits.firstWrites, most);
  let begun = 0;
  let halvedAt = 0;
  const slowDown = (number: number) => {
    // What was under way together is refused together: that is one reason to slow down, not many.
    if (number <= halvedAt) return;
    allowed = Math.max(1, allowed / 2);
    halvedAt = begun;
  };
  const speedUp = () => {
    // One more for each answer until one was refused, then for each round of them.
    allowed = Math.min(most, allowed + (halvedAt === 0 ? 1 : 1 / allowed));
  };
  return {
    most: () => Math.floor(allowed),
    heed: async (send) => {
      const number = ++begun;
      const started = clock();
      try {
        const answer = await send();
        if (isBusy(answer)) slowDown(number);
        else if (clock() - started <= limits.quickMs) speedUp();
        return answer;
      } catch (error) {
        slowDown(number);
        throw error;
      }
    },
  };
}

/** Waits, and no longer once somebody wants the run to end. */
export function waitUnless(interrupted: () => boolean): (ms: number) => Promise<void> {
  return async (ms) => {
    const end = Date.now() + ms;
    for (let left = ms; left > 0 && !interrupted(); left = end - Date.now()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, Math.min(left, limits.interruptMs));
      await promise;
    }
  };
}
