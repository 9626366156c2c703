/**
 * Limits concurrent work, and serves clients round-robin, so that no client waits for all the work
 * of another (docs/compatibility.md, "Bounds").
 */
import { CatalogError } from "../catalog/errors.ts";

export interface Requester {
  /** Client address and known account; work of one name shares a queue. */
  readonly name: string;
  readonly hasLeft: () => boolean;
  /** Registers a listener; returns its removal. */
  readonly onLeave: (listener: () => void) => () => void;
}

/** The work of this requester is done even if the client disconnects. */
export function uncancellable(name: string): Requester {
  return { name, hasLeft: () => false, onLeave: () => () => undefined };
}

export interface TurnBounds {
  readonly places: number;
  readonly waiting: number;
  /** Milliseconds of work after which the event loop gets a pause. */
  readonly sliceMs: number;
  /** The most loop turns of a pause, while connections arrive. */
  readonly newcomerTurns: number;
  readonly arrivals?: () => number;
  /** Whether a requester may hold at most as many places as it leaves free. */
  readonly shared: boolean;
  /** The message, and Retry-After, when too much waits. */
  readonly refusal: string;
  readonly retrySeconds: number;
}

export interface Turns {
  /** Runs work in its turn. Refuses with busy when too much waits, and with client-left. */
  readonly take: <Result>(requester: Requester, work: () => Promise<Result>) => Promise<Result>;
  /** Whether work could start at once: no queue, a free place, and time left. */
  readonly isFree: (name: string) => boolean;
  /** Starts waiting work, after `hasRoom` may have changed. */
  readonly again: () => void;
  readonly counts: () => { readonly running: number; readonly waiting: number };
}

/** `hasRoom` can make a requester wait for other reasons. */
export function openTurns(
  bounds: TurnBounds,
  hasRoom: (name: string) => boolean = () => true,
): Turns {
  const { places, shared } = bounds;
  const lines = openLines(bounds);
  const running = new Map<string, number>();
  let all = 0;
  const isSliceOver = openSlices(bounds, () => pump());
  const mayBegin = (name: string) =>
    all < places && (!shared || (running.get(name) ?? 0) < places - all) && hasRoom(name);
  const isFree = (name: string) => lines.isEmpty() && mayBegin(name) && !isSliceOver();
  const pump = () => {
    for (;;) {
      const name = all < places ? lines.names().find(mayBegin) : undefined;
      if (name === undefined || isSliceOver()) return;
      count(name, 1);
      lines.shift(name);
    }
  };
  const count = (name: string, by: 1 | -1) => {
    all += by;
    const now = (running.get(name) ?? 0) + by;
    if (now === 0) running.delete(name);
    else running.set(name, now);
  };
  return {
    take: async (requester, work) => {
      if (requester.hasLeft()) throw left();
      const { name } = requester;
      if (isFree(name)) count(name, 1);
      else {
        const begun = lines.wait(requester);
        pump();
        await begun;
      }
      try {
        return await work();
      } finally {
        count(name, -1);
        pump();
      }
    },
    isFree,
    again: pump,
    counts: () => ({ running: all, waiting: lines.size() }),
  };
}

/** Queues by requester, in order of turns. */
function openLines(bounds: TurnBounds) {
  const lines = new Map<string, (() => void)[]>();
  const set = (name: string, line: (() => void)[]) => {
    if (line.length === 0) lines.delete(name);
    else lines.set(name, line);
  };
  return {
    names: () => lines.keys(),
    isEmpty: () => lines.size === 0,
    size: () => lines.values().reduce((sum, line) => sum + line.length, 0),
    /** Starts the first of a queue, and moves the queue to the end. */
    shift: (name: string) => {
      const line = lines.get(name) ?? [];
      const begin = line.shift();
      lines.delete(name);
      set(name, line);
      begin?.();
    },
    /** Resolves at its turn. Refuses with busy and client-left. */
    wait: async ({ name, onLeave }: Requester) => {
      const line = lines.get(name) ?? [];
      if (line.length >= bounds.waiting) throw refusal(bounds);
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          stay();
          resolve();
        };
        const stay = onLeave(() => {
          stay();
          const now = lines.get(name) ?? [];
          set(
            name,
            now.filter((one) => one !== begin),
          );
          reject(left());
        });
        line.push(begin);
        lines.set(name, line);
      });
    },
  };
}

/**
 * Returns whether the time slice is over. After a long slice the loop turns until no new connection
 * arrives: it accepts one per turn, and a long backlog would otherwise wait for as many slices.
 * `onNext` resumes the work.
 */
function openSlices(
  { sliceMs, newcomerTurns, arrivals = () => 0 }: TurnBounds,
  onNext: () => void,
): () => boolean {
  let loopTurn = -1;
  let end = 0;
  let isPause = false;
  const pause = (left: number, seen: number) => {
    const now = arrivals();
    // The first turn of a pause can precede the poll for connections.
    const isQuiet = now === seen && left < newcomerTurns;
    if (!isQuiet && left > 0) {
      setImmediate(pause, left - 1, now);
      return;
    }
    isPause = false;
    loopTurn = -1;
    onNext();
  };
  return () => {
    if (isPause) return true;
    const { loopCount } = performance.nodeTiming.uvMetricsInfo;
    const now = performance.now();
    if (loopCount !== loopTurn) {
      loopTurn = loopCount;
      end = now + sliceMs;
    }
    if (now <= end) return false;
    isPause = true;
    setImmediate(pause, newcomerTurns, arrivals());
    return true;
  };
}

function refusal({ refusal: text, retrySeconds }: TurnBounds): CatalogError {
  return new CatalogError("busy", text, { retryAfter: retrySeconds });
}

function left(): CatalogError {
  return new CatalogError("client-left", "The client has left");
}
