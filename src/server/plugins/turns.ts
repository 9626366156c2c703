/**
 * Turns: so much is worked on at a time, and what waits for its turn is taken from one asker after the
 * other, so that nobody waits for all that somebody else has asked for (docs/compatibility.md, "Bounds").
 */
import { CatalogError } from "../catalog/errors.ts";

/** Who asks for a turn. */
export interface Asker {
  /** Client and account, as far as it is known: everything of one name waits in one line. */
  readonly name: string;
  /** Whether nobody waits for the answer any more. */
  readonly hasLeft: () => boolean;
  /** Calls back when that becomes so; what it returns takes that back. */
  readonly onLeave: (listener: () => void) => () => void;
}

/** An asker whose work is done in any case. */
export function staying(name: string): Asker {
  return { name, hasLeft: () => false, onLeave: () => () => undefined };
}

/** How much is worked on, and how much may wait. */
export interface TurnBounds {
  readonly places: number;
  /** What may wait of one asker. */
  readonly waiting: number;
  /** Time after which the loop has a pause between two turns. */
  readonly sliceMs: number;
  /** How often the loop may turn in such a pause, as long as somebody new comes. */
  readonly newcomerTurns: number;
  /** How many connections have come so far. */
  readonly arrivals?: () => number;
  /** Whether one asker may only have as many places as it leaves free. */
  readonly shared: boolean;
  /** What is said when more waits, and when to come back. */
  readonly refusal: string;
  readonly retrySeconds: number;
}

/** Turns at one kind of work. */
export interface Turns {
  /** Does work in its turn. Refuses with busy when too much waits, with client-left for nobody. */
  readonly take: <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;
  /** Whether work of an asker, by name, could begin now: nobody waits, and there is a place and time left. */
  readonly isFree: (name: string) => boolean;
  /** Looks again for what may begin: there is room where there was none. */
  readonly again: () => void;
  readonly counts: () => { readonly running: number; readonly waiting: number };
}

/** Opens turns; `hasRoom` may keep an asker waiting for reasons of its own. */
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
    take: async (asker, work) => {
      if (asker.hasLeft()) throw left();
      const { name } = asker;
      if (isFree(name)) count(name, 1);
      else {
        const begun = lines.wait(asker);
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

/** What waits, by asker; whose turn is next comes first. */
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
    /** Lets the first of a line begin; its line is the last from now on. */
    shift: (name: string) => {
      const line = lines.get(name) ?? [];
      const begin = line.shift();
      lines.delete(name);
      set(name, line);
      begin?.();
    },
    /** Resolves when it may begin. Refuses with busy and client-left. */
    wait: async ({ name, onLeave }: Asker) => {
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
 * Slices of time between two turns of the loop; shows whether the one that runs is over. After one that
 * was too long the loop turns until nobody new comes: each turn takes on one connection, and those that
 * wait behind many others would wait for as many slices. `onNext` is called when work may go on.
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
    // The first of these may come before the loop has looked for anybody.
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
