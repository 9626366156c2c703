/**
 * Limits concurrent work, and serves clients round-robin, so that no client waits for all the work
 * of another (docs/compatibility.md, "Bounds").
 */
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { CatalogError } from "../catalog/errors.ts";

/** A request, or work for one. */
export interface Requester {
  /** Client address and known account; work of one name shares a queue. */
  name: string;
  /** What closes when the client leaves; undefined where the work is done even then. */
  client: Pick<ServerResponse, "destroyed" | "once" | "off"> | undefined;
  /** How long it will still wait for turns, in milliseconds. */
  patienceMs: number;
}

/** The work of this requester is done even if the client disconnects, and however late. */
export function uncancellable(name: string): Requester {
  return { name, client: undefined, patienceMs: Infinity };
}

export interface TurnBounds {
  readonly places: number;
  /** Whether a requester may hold at most as many places as it leaves free. */
  readonly shared: boolean;
  /** The most that waits of one name. */
  readonly waiting?: number;
  readonly slices?: Slices;
  /** Can make a name wait for other reasons. */
  readonly hasRoom?: (name: string) => boolean;
  /** Of what exceeds `waiting`, or the patience of a requester. */
  readonly refusal: () => CatalogError;
}

export interface Turns {
  /** Resolves at the turn, with what ends it. Refuses with `refusal`, and with client-left. */
  readonly begin: (requester: Requester) => Promise<() => void>;
  /** Runs work in its turn. Refuses like `begin`. */
  readonly take: <Result>(requester: Requester, work: () => Promise<Result>) => Promise<Result>;
  /** Whether work could start at once: no queue, a free place, and time left. */
  readonly isFree: (name: string) => boolean;
  /** Starts waiting work, after `hasRoom` may have changed. */
  readonly again: () => void;
  readonly counts: () => { readonly running: number; readonly waiting: number };
}

/** What waits, by name and in order of turns; it is called with what ends its turn. */
type Lines = Map<string, Set<(end: () => void) => void>>;

export function openTurns(bounds: TurnBounds): Turns {
  const { places, shared, hasRoom, slices } = bounds;
  const lines: Lines = new Map();
  const running = openShares();
  const isSliceOver = () => slices?.(pump) === true;
  const mayBegin = (name: string) => {
    const free = places - running.all();
    return free > 0 && (!shared || running.of(name) < free) && hasRoom?.(name) !== false;
  };
  const isFree = (name: string) => lines.size === 0 && mayBegin(name) && !isSliceOver();
  const pump = () => {
    const name = running.all() < places ? lines.keys().find(mayBegin) : undefined;
    const line = name === undefined ? undefined : lines.get(name);
    if (name === undefined || line === undefined || isSliceOver()) return;
    // The next turn is somebody else's.
    lines.delete(name);
    lines.set(name, line);
    for (const begin of line.values().take(1)) begin(take(name));
    // The next begins when this one waits for something else, so that its time counts.
    process.nextTick(pump);
  };
  const take = (name: string) => {
    const giveBack = running.take(name, 1);
    return () => {
      giveBack();
      pump();
    };
  };
  const begin = async (requester: Requester) => {
    checkClient(requester);
    if (isFree(requester.name)) return take(requester.name);
    const begun = wait(lines, bounds, requester);
    pump();
    return begun;
  };
  return {
    begin,
    take: async (requester, work) => {
      const end = await begin(requester);
      try {
        return await work();
      } finally {
        end();
      }
    },
    isFree,
    again: pump,
    counts: () => ({
      running: running.all(),
      waiting: lines.values().reduce((sum, line) => sum + line.size, 0),
    }),
  };
}

/** Resolves at the turn, with what ends it. */
function wait(
  lines: Lines,
  { waiting = Infinity, refusal }: TurnBounds,
  requester: Requester,
): Promise<() => void> {
  const { name, client, patienceMs } = requester;
  const line = lines.get(name) ?? new Set();
  if (line.size >= waiting) return Promise.reject(refusal());
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const leave = () => {
      requester.patienceMs -= performance.now() - began;
      clearTimeout(timer);
      client?.off("close", onLeave);
      line.delete(begin);
      if (line.size === 0) lines.delete(name);
    };
    const begin = (end: () => void) => {
      leave();
      resolve(end);
    };
    const refuse = (reason: CatalogError) => {
      leave();
      reject(reason);
    };
    const onLeave = () => refuse(left());
    const late = () => refuse(refusal());
    const timer = patienceMs === Infinity ? undefined : setTimeout(late, Math.max(1, patienceMs));
    client?.once("close", onLeave);
    lines.set(name, line.add(begin));
  });
}

/** Amounts by name, and all together. */
export function openShares() {
  const amounts = new Map<string, number>();
  let all = 0;
  const add = (name: string, amount: number) => {
    all += amount;
    const now = (amounts.get(name) ?? 0) + amount;
    if (now === 0) amounts.delete(name);
    else amounts.set(name, now);
  };
  return {
    all: () => all,
    of: (name: string) => amounts.get(name) ?? 0,
    /** Adds an amount; the returned function removes it once. */
    take: (name: string, amount: number) => {
      let taken = amount;
      add(name, taken);
      return () => {
        add(name, -taken);
        taken = 0;
      };
    },
  };
}

const loopTurned = promisify(setImmediate);

/** Whether the time slice of this turn of the loop is over; if so, `onNext` is called later. */
export type Slices = (onNext: () => void) => boolean;

/**
 * After a long slice the loop turns while new connections arrive: it accepts one per turn, and a
 * long backlog would otherwise wait for as many slices.
 */
export function openSlices(
  { sliceMs, newcomerMs }: { readonly sliceMs: number; readonly newcomerMs: number },
  arrivals: () => number,
): Slices {
  let loopTurn = -1;
  let end = 0;
  const waiting = new Set<() => void>();
  const pause = async () => {
    // The first turn of a pause can precede the poll for connections.
    await loopTurned();
    for (let seen = -1; seen !== arrivals() && performance.now() < end + newcomerMs;) {
      seen = arrivals();
      await loopTurned();
    }
    loopTurn = -1;
    const all = [...waiting];
    waiting.clear();
    for (const onNext of all) onNext();
  };
  return (onNext) => {
    if (waiting.size === 0) {
      const { loopCount } = performance.nodeTiming.uvMetricsInfo;
      const now = performance.now();
      if (loopCount !== loopTurn) {
        loopTurn = loopCount;
        end = now + sliceMs;
      }
      if (now <= end) return false;
      end = now;
      void pause();
    }
    waiting.add(onNext);
    return true;
  };
}

/** Refuses with client-left. */
export function checkClient({ client }: Requester): void {
  if (client?.destroyed === true) throw left();
}

function left(): CatalogError {
  return new CatalogError("client-left", "The client has left");
}
