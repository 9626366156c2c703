/** Named timers, pauses and a bell, all of which end when the watch ends. */

/** Time as a watch uses it. */
export interface Schedule {
  /** Does something later, instead of what was to be done later under this name. */
  readonly after: (name: string, ms: number, work: () => void) => void;
  readonly cancel: (name: string) => void;
  /** Waits; comes back early when the schedule is closed. */
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves once the bell was rung since it was heard last, or the schedule is closed. */
  readonly heard: () => Promise<void>;
  readonly ring: () => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

/** An open schedule. */
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
      for (const name of [...timers.keys()]) cancel(name);
      end.resolve();
      bell.resolve();
    },
  };
}

/** Milliseconds before an attempt: doubled with each, up to a bound, and a fifth earlier or later. */
export function backoffMs(
  attempt: number,
  { baseMs, capMs }: { readonly baseMs: number; readonly capMs: number },
  random: () => number,
): number {
  return jittered(Math.min(capMs, baseMs * 2 ** attempt), 0.2, random);
}

/** A time a share earlier or later. */
export function jittered(ms: number, share: number, random: () => number): number {
  return ms * (1 + share * (2 * random() - 1));
}
