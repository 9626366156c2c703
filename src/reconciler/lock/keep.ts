/**
 * A lease while it is held: renewed by a timer, looked at again before writes, released once. What
 * it takes for a loss stays one.
 */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { diagnosed } from "../../model/failure.ts";
import { lock as limits } from "../../model/limits.ts";
import { isSameLease, type KeptLease, type LockStore } from "./lease.ts";

/** How long a lease holds, how often it is renewed, and how old the last look before a write may be. */
export interface LockTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
  readonly checkMs: number;
}

/** Where a lease is kept, and by which clock. */
export interface KeepOptions {
  readonly store: LockStore;
  readonly times?: LockTimes;
  readonly clock?: () => number;
}

/** A lease that is held and renewed until it is released. */
export interface Keeping {
  /** Why nothing may be written any more; it stays so. */
  readonly mayWrite: () => Promise<Diagnostic | undefined>;
  /** Ends it, once; a diagnostic says why others still have to wait. */
  readonly release: () => Promise<Diagnostic | undefined>;
  /** How often the lease was written. */
  readonly writes: () => number;
}

/** Keeps a lease that was just taken. */
export function keep(
  first: KeptLease,
  { store, times = limits, clock = Date.now }: KeepOptions,
): Keeping {
  let kept = first;
  let confirmed = clock();
  let writes = 1;
  let lost: Diagnostic | undefined;
  // One after the other: a look must not meet a renewal half way.
  let busy: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<boolean>): Promise<void> => {
    busy = busy.then(() => attempt(work));
    return busy;
  };
  const attempt = async (work: () => Promise<boolean>): Promise<void> => {
    if (lost !== undefined) return;
    try {
      if (await work()) confirmed = clock();
      else lost = lostTo(store, "somebody else has it");
    } catch (error) {
      lost = diagnosed(error, (reason) => lostTo(store, reason));
    }
  };
  const rewrite = async (changes: { renewed?: string; released?: boolean }): Promise<boolean> => {
    const next = await store.replace({ ...kept.lease, ...changes }, kept);
    if (next === undefined) return false;
    kept = next;
    writes++;
    return true;
  };
  const isStillOurs = async (): Promise<boolean> => {
    const now = await store.read();
    return now !== undefined && isSameLease(now.lease, kept.lease) && !now.lease.released;
  };
  const renew = () => rewrite({ renewed: new Date(clock()).toISOString() });
  const timer = setInterval(() => void inTurn(renew), times.renewMs);
  timer.unref();
  return {
    writes: () => writes,
    mayWrite: async () => {
      await busy;
      // A clock that was set back must not make an old look a fresh one.
      if (Math.abs(clock() - confirmed) >= times.checkMs) await inTurn(isStillOurs);
      return lost;
    },
    release: async () => {
      clearInterval(timer);
      await busy;
      if (lost !== undefined || kept.lease.released) return undefined;
      await inTurn(() => rewrite({ released: true }));
      return lost === undefined ? undefined : unreleased(lost);
    },
  };
}

function unreleased(lost: Diagnostic): Diagnostic {
  const hint = "Everything was written. Others may have to wait until the lease runs out.";
  return { ...lost, severity: "warning", hint };
}

function lostTo({ place }: LockStore, reason: string): Diagnostic {
  const message = `The lock ${place} is lost: ${reason}`;
  const hint = "Nothing more is written. Plan again to see what is left to do.";
  return fault("lock-lost", message, { hint });
}
