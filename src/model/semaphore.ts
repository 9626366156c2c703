/** A semaphore: limits concurrency; waiters are served in order. */

/** A semaphore. */
export interface Semaphore {
  /** Resolves with an idempotent release. Rejects after too long a wait; a shorter one can be given. */
  readonly take: (waitMs?: number) => Promise<() => void>;
  /** Runs work in a slot. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly counts: () => { readonly running: number; readonly waiting: number };
}

/** The longest wait for a slot, and the error after it. */
export interface Patience {
  readonly waitMs: number;
  readonly refusal: () => Error;
}

/** Without patience, waits are unlimited. */
export function openSemaphore(most: number, patience?: Patience): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  const giveBack = () => {
    const next = waiting.shift();
    // The slot passes to the next waiter, so no new caller can take it.
    if (next === undefined) running--;
    else next();
  };
  const wait = (waitMs = Infinity) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const leave = ({ refusal }: Patience) => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(refusal());
      };
      const timer = patience && setTimeout(leave, Math.min(waitMs, patience.waitMs), patience);
      waiting.push(begin);
    });
  const take = async (waitMs?: number) => {
    if (running < most) running++;
    else await wait(waitMs);
    let isHeld = true;
    return () => {
      if (isHeld) giveBack();
      isHeld = false;
    };
  };
  return {
    take,
    run: async (work) => {
      const release = await take();
      try {
        return await work();
      } finally {
        release();
      }
    },
    counts: () => ({ running, waiting: waiting.length }),
  };
}
