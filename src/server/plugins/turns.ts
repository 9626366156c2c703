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

export function openTurns(bounds: TurnBounds): Turns {
  const { places, shared, hasRoom, slices } = bounds;
  const lines = openLines(bounds);
  const running = openShares();
  const isSliceOver = () => slices?.(pump) === true;
  const mayBegin = (name: string) => {
    const free = places - running.all();
    return free > 0 && (!shared || running.of(name) < free) && hasRoom?.(name) !== false;
  };
  const isFree = (name: string) => lines.isEmpty() && mayBegin(name) && !isSliceOver();
  const pump = () => {
    const name = running.all() < places ? lines.names().find(mayBegin) : undefined;
    if (name === undefined || isSliceOver()) return;
    lines.shift(name, running.take(name, 1));
    // The next begins when this one waits for something else, so that its time counts.
    process.nextTick(pump);
  };
  const begin = async (requester: Requester) => {
    checkClient(requester);
    const { name } = requester;
    let giveBack: () => void;
    if (isFree(name)) giveBack = running.take(name, 1);
    else {
      const begun = lines.wait(requester);
      pump();
      giveBack = await begun;
    }
    return () => {
      giveBack();
      pump();
    };
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
    counts: () => ({ running: running.all(), waiting: lines.size() }),
  };
}

type Begin = (giveBack: () => void) => void;

/** Queues by name, in order of turns. */
function openLines({ waiting = Infinity, refusal }: TurnBounds) {
  const lines = new Map<string, Begin[]>();
  const set = (name: string, line: Begin[]) => {
    if (line.length === 0) lines.delete(name);
    else lines.set(name, line);
  };
  return {
    names: () => lines.keys(),
    isEmpty: () => lines.size === 0,
    size: () => lines.values().reduce((sum, line) => sum + line.length, 0),
    /** Starts the first of a queue, and moves the queue to the end. */
    shift: (name: string, giveBack: () => void) => {
      const line = lines.get(name) ?? [];
      const begin = line.shift();
      lines.delete(name);
      set(name, line);
      begin?.(giveBack);
    },
    /** Resolves at its turn, with what gives the place back. */
    wait: async (requester: Requester) => {
      const { name, client, patienceMs } = requester;
      const line = lines.get(name) ?? [];
      if (line.length >= waiting) throw refusal();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = (reason: CatalogError) => {
        const others = (lines.get(name) ?? []).filter((one) => one !== resolve);
        set(name, others);
        reject(reason);
      };
      const onLeave = () => leave(left());
      const isPatient = patienceMs === Infinity;
      const timer = isPatient
        ? undefined
        : setTimeout(() => leave(refusal()), Math.max(1, patienceMs));
      const began = performance.now();
      client?.once("close", onLeave);
      line.push(resolve);
      lines.set(name, line);
      try {
        return await promise;
      } finally {
        requester.patienceMs -= performance.now() - began;
        clearTimeout(timer);
        client?.off("close", onLeave);
      }
    },
  };
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
