/**
 * Adapts the number of concurrent writes: more while responses are fast, half when the server is
 * busy (docs/decisions/0074-writes-in-flight.md).
 */
import { client as limits } from "../../../model/limits.ts";
import type { WireResponse } from "../../../wire/request.ts";
import { isBusy } from "../../../wire/retry.ts";

export interface Pace {
  /** Writes allowed now; at least 1. */
  readonly most: () => number;
  /** Sends a write and adapts to its response; rejects as `send` does. */
  readonly heed: (send: () => Promise<WireResponse>) => Promise<WireResponse>;
}

/** `clock` returns milliseconds. */
export function openPace(most: number, clock: () => number = () => performance.now()): Pace {
  let allowed = Math.min(limits.firstWrites, most);
  let begun = 0;
  let halvedAt = 0;
  const slowDown = (number: number) => {
    // Concurrent requests are refused together: slow down once for all of them.
    if (number <= halvedAt) return;
    allowed = Math.max(1, allowed / 2);
    halvedAt = begun;
  };
  const speedUp = () => {
    // One more per response until the first refusal, then one more per round.
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

/** Waits, unless the run is interrupted. */
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
