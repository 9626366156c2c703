/** Something that is done again and again, beside what is measured. */
import { setTimeout as pause } from "node:timers/promises";

/** Does some work with something else beside it. */
export type Beside = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Acts so many times a second, one after the other, as far as that is kept up with. */
export function paced(perSecond: number, act: () => Promise<unknown>): Beside {
  return async (work) => {
    const over = new AbortController();
    const acting = (async () => {
      for (let due = performance.now(); !over.signal.aborted; due += 1_000 / perSecond) {
        await pause(Math.max(0, due - performance.now()));
        await act();
      }
    })();
    try {
      return await work();
    } finally {
      over.abort();
      await acting;
    }
  };
}
