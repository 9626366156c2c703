/**
 * Takes, or forcibly ends, the lease of an estate. A look before planning and a conditional take
 * detect writes in between, so an empty plan costs no write. A held lease is renewed by a timer,
 * checked before writes and released once; a loss is final.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { lock as limits } from "../../model/limits.ts";
import {
  holderText,
  lockedBy,
  nextLease,
  unreachable,
  lockStatusOf,
  type Here,
  type Holder,
  type KeptLease,
  type Lease,
  type LockStore,
  isSameLease,
} from "./lease.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { diagnosed } from "../../model/failure.ts";

export interface LockOptions extends KeepOptions {
  readonly holder: Holder & Here;
  /** In milliseconds, for another holder. */
  readonly waitMs: number;
  /** Called once before waiting. */
  readonly onWait?: (held: Lease) => void;
  /** True ends the waiting. */
  readonly interrupted?: () => boolean;
}

export interface Lock {
  /** Waits until the lock is free. Throws LockError. */
  readonly look: () => Promise<KeptLease | undefined>;
  /** Throws LockError. */
  readonly take: (seen: KeptLease | undefined) => Promise<HeldLock>;
}

/** A taken lease. */
export interface HeldLock extends Keeping {
  /** Whether no other process can have held a lease since the look. */
  readonly undisturbed: boolean;
  /** Set where another holder's lease was taken over. */
  readonly notice: string | undefined;
}

/** The lock of an estate. */
export function openLock(options: LockOptions): Lock {
  return {
    look: () => untilFree(options, Date.now() + options.waitMs),
    take: async (seen) => {
      const deadline = Date.now() + options.waitMs;
      const { store, holder, times = limits, clock = Date.now } = options;
      let current = seen;
      for (let attempt = 1; ; attempt++) {
        const status = lockStatusOf(current, holder);
        const next = { id: randomUUID(), now: clock(), ttlMs: times.ttlMs };
        const kept = await store.replace(nextLease(current, holder, next), current);
        if (kept !== undefined) {
          const undisturbed = attempt === 1 && status === "free";
          return { ...keep(kept, options), undisturbed, notice: noticeOf(current, status) };
        }
        current = await untilFree(options, deadline);
        if (attempt >= limits.attempts && Date.now() >= deadline)
          throw unreachable(store.place, "goes to others again and again");
      }
    },
  };
}

function noticeOf(kept: KeptLease | undefined, status: string): string | undefined {
  if (kept === undefined || status === "free") return undefined;
  const why = status === "abandoned" ? "that process is gone" : "that lease has run out";
  return `The lock of ${holderText(kept.lease)} was taken over: ${why}.`;
}

/** Waits with growing random pauses while another process holds the lease. */
async function untilFree(
  { store, holder, onWait, interrupted = () => false }: LockOptions,
  deadline: number,
): Promise<KeptLease | undefined> {
  for (let attempt = 0; ; attempt++) {
    const kept = await store.read();
    if (kept === undefined || lockStatusOf(kept, holder) !== "held") return kept;
    const left = interrupted() ? 0 : deadline - Date.now();
    if (left <= 0) throw lockedBy(kept.lease);
    if (attempt === 0) onWait?.(kept.lease);
    const ceiling = Math.min(limits.waitCapMs, limits.waitBaseMs * 2 ** attempt);
    await wait(Math.min(left, ceiling * (0.5 + Math.random() / 2)));
  }
}

/**
 * Takes the lease for a fixed time without a process; only its end or `forceUnlock` frees it.
 * Throws LockError, also when it is held.
 */
export async function takeByHand(
  store: LockStore,
  holder: Holder & Here,
  { reason, ttlMs }: { readonly reason: string; readonly ttlMs: number },
): Promise<Lease> {
  for (let attempt = 1; ; attempt++) {
    const kept = await store.read();
    if (kept !== undefined && lockStatusOf(kept, holder) === "held") throw lockedBy(kept.lease);
    const next = nextLease(kept, holder, { id: randomUUID(), now: Date.now(), ttlMs });
    const taken = await store.replace({ ...next, reason }, kept);
    if (taken !== undefined) return taken.lease;
    if (attempt >= limits.attempts)
      throw unreachable(store.place, "goes to others again and again");
  }
}

/**
 * Ends another holder's lease by its id, if there is one. The next number is used, so that a holder
 * still alive notices. Throws LockError, also for another id.
 */
export async function forceUnlock(
  store: LockStore,
  id: string,
  holder: Holder,
): Promise<Lease | undefined> {
  for (let attempt = 1; ; attempt++) {
    const kept = await store.read();
    if (kept === undefined || kept.lease.released) return undefined;
    if (kept.lease.id !== id) throw lockedBy(kept.lease);
    const next = nextLease(kept, holder, { id: randomUUID(), now: Date.now(), ttlMs: 1 });
    // Its holder may be renewing it.
    if ((await store.replace({ ...next, released: true }, kept)) !== undefined) return kept.lease;
    if (attempt >= limits.attempts)
      throw unreachable(store.place, "is written by its holder again and again");
  }
}

/** The duration of a lease, its renewal interval, and the oldest check that allows a write. */
interface LockTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
  readonly checkMs: number;
}

interface KeepOptions {
  readonly store: LockStore;
  readonly times?: LockTimes;
  readonly clock?: () => number;
}

interface Keeping {
  /** Why nothing may be written; final once set. */
  readonly mayWrite: () => Promise<Diagnostic | undefined>;
  /** A diagnostic says why others still have to wait. */
  readonly release: () => Promise<Diagnostic | undefined>;
  readonly writes: () => number;
}

function keep(first: KeptLease, { store, times = limits, clock = Date.now }: KeepOptions): Keeping {
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
  const hint = "Nothing more is written. Plan again to see the rest.";
  return fault("lock-lost", message, { hint });
}
