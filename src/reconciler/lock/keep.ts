/** A held lease: renewed by a timer, checked before writes, released once. A loss is final. */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { diagnosed } from "../../model/failure.ts";
import { lock as limits } from "../../model/limits.ts";
import { isSameLease, type KeptLease, type LockStore } from "./lease.ts";

/** The duration of a lease, its renewal interval, and the oldest check that allows a write. */
export interface LockTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
  readonly checkMs: number;
}

export interface KeepOptions {
  readonly store: LockStore;
  readonly times?: LockTimes;
  readonly clock?: () => number;
}

export interface Keeping {
  /** Why nothing may be written; final once set. */
  readonly mayWrite: () => Promise<Diagnostic | undefined>;
  /** A diagnostic says why others still have to wait. */
  readonly release: () => Promise<Diagnostic | undefined>;
  readonly writes: () => number;
}

export function keep(
  first: KeptLease,
  { store, times = limits, clock = Date.now }: KeepOptions,
): Keeping {
  let kept = first;
  let confirmed = clock();
  let writes = 1;
  let lost: Diagnostic | undefined;
  // A check must not overlap with a renewal.
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
      // The clock may have been set back.
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
