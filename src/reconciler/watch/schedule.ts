/** Named timers, pauses and a bell (wake-up signal); all end with the watch. */

export interface Schedule {
  /** Replaces the pending timer of that name. */
  readonly after: (name: string, ms: number, work: () => void) => void;
  readonly cancel: (name: string) => void;
  /** Returns early when the schedule is closed. */
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves when the bell was rung since the last call, or on close. */
  readonly heard: () => Promise<void>;
  readonly ring: () => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

export function openSchedule(): Schedule {
  const timers = new Map<string, NodeJS.Timeout>();
  let bell = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let closed = false;
  const cancel = (name: string): void => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    cancel,
    after: (name, ms, work) => {
      cancel(name);
      if (!closed) timers.set(name, setTimeout(work, ms));
    },
    pause: async (ms) => {
      if (closed) return;
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
      await Promise.race([over, end.promise]);
      clearTimeout(timer);
    },
    heard: async () => {
      await bell.promise;
      if (!closed) bell = Promise.withResolvers();
    },
    ring: () => bell.resolve(),
    isClosed: () => closed,
    close: () => {
      closed = true;
      for (const name of timers.keys()) cancel(name);
      end.resolve();
      bell.resolve();
    },
  };
}

/** Exponential backoff up to a bound, with a jitter of 20 %. */
export function backoffMs(
  attempt: number,
  { baseMs, capMs }: { readonly baseMs: number; readonly capMs: number },
  random: () => number,
): number {
  return jittered(Math.min(capMs, baseMs * 2 ** attempt), 0.2, random);
}

export function jittered(ms: number, share: number, random: () => number): number {
  return ms * (1 + share * (2 * random() - 1));
}
