/** A semaphore: only so much of something is under way at once, and the rest waits, first come first served. */

/** The semaphore of one thing. */
export interface Semaphore {
  /**
   * Resolves with what gives the slot back; calling that again does nothing. Rejects with the refusal of
   * the semaphore after too long a wait.
   */
  readonly take: () => Promise<() => void>;
  /** Does work in a slot. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly counts: () => { readonly running: number; readonly waiting: number };
}

/** How long a slot is waited for, in milliseconds, and what is said then. */
export interface Patience {
  readonly waitMs: number;
  readonly refusal: () => Error;
}

/** Opens a semaphore of so many slots; all are free. Without patience given, a wait has no end of its own. */
export function openSemaphore(most: number, patience?: Patience): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  const giveBack = () => {
    const next = waiting.shift();
    // The slot goes to the next, so that nobody comes between.
    if (next === undefined) running--;
    else next();
  };
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const leave = ({ refusal }: Patience) => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(refusal());
      };
      const timer = patience && setTimeout(leave, patience.waitMs, patience);
      waiting.push(begin);
    });
  const take = async () => {
    if (running < most) running++;
    else await wait();
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
