/**
 * One writer at a time per estate: the lock is checked before planning, taken for the run, and
 * always released. A plan does not run if another process wrote after it was made.
 */
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { ExecuteEvent } from "./engine/run/events.ts";
import type { RunBy } from "./inventory/history.ts";
import type { Here, Holder, Lease, LockStore } from "./lock/lease.ts";
import { openLock, type HeldLock } from "./lock/lock.ts";
import {
  applyPlan,
  writesNothing,
  type ApplyOptions,
  type ApplyResult,
  type ApprovedPlan,
  type PlanMade,
} from "./reconcile.ts";
import { madeOwn } from "./claim.ts";
import { noted } from "./engine/run/closing.ts";
import { isEmpty } from "./inventory/journal.ts";

/** What happens to the lock. */
export type LockEvent =
  /** Another process holds the lock. */
  | { readonly state: "waiting"; readonly lease: Lease }
  /** The notice names the former holder of an abandoned lock. */
  | { readonly state: "taken"; readonly notice: string | undefined }
  /** The diagnostic says why others still have to wait. */
  | { readonly state: "released"; readonly unreleased: Diagnostic | undefined };

export interface SessionOptions {
  readonly store: LockStore;
  readonly holder: Holder & Here;
  /** Milliseconds to wait for another holder. */
  readonly waitMs: number;
  readonly onLock?: (event: LockEvent) => void;
}

export interface RunListener {
  readonly show: (event: ExecuteEvent) => void;
  /** Called after the last request. */
  readonly close: () => void;
}

export interface SessionRun {
  readonly connection: Pick<ApplyOptions, "send" | "inventory" | "writes" | "settleMs" | "wait">;
  /** Plans again after another process wrote; undefined when there is nothing to run. */
  readonly again: () => Promise<ApprovedPlan | undefined>;
  readonly interrupted: () => boolean;
  /** Called before the first request. */
  readonly listen?: () => RunListener;
  /** Author of the run; without it no history is kept. */
  readonly by?: (() => Promise<RunBy>) | undefined;
}

export interface SessionResult {
  readonly planned: ApprovedPlan;
  /** Writes of the lock count as bookkeeping. */
  readonly result: ApplyResult;
}

/** A session that plans and may then write. */
export interface Session {
  /** Runs work under the lock. Rejects with LockError where the lock is not available. */
  readonly locked: <Result>(
    work: (held: HeldLock) => Promise<Result>,
    interrupted?: () => boolean,
  ) => Promise<Result>;
  /**
   * An empty plan needs no lock. Undefined when nothing was run. Rejects with LockError and
   * ManifestsChangedError.
   */
  readonly run: (planned: ApprovedPlan, run: SessionRun) => Promise<SessionResult | undefined>;
}

/** Opens a session before planning. Rejects with LockError while another process writes. */
export async function openSession({ onLock, ...options }: SessionOptions): Promise<Session> {
  const lockFor = (interrupted: () => boolean) =>
    openLock({
      ...options,
      interrupted,
      onWait: (lease) => onLock?.({ state: "waiting", lease }),
    });
  const seen = await lockFor(() => false).look();
  const locked: Session["locked"] = async (work, interrupted = () => false) => {
    const held = await lockFor(interrupted).take(seen);
    try {
      onLock?.({ state: "taken", notice: held.notice });
      return await work(held);
    } finally {
      const unreleased = await held.release();
      onLock?.({ state: "released", unreleased });
    }
  };
  return {
    locked,
    run: async (planned, run) => {
      if (writesNothing(planned)) return { planned, result: await runPlan(planned, run) };
      let held: HeldLock | undefined;
      const ran = await locked(async (lock) => {
        held = lock;
        const current = lock.undisturbed ? planned : await run.again();
        return current && { planned: current, result: await runPlan(current, run, lock) };
      }, run.interrupted);
      if (ran === undefined) return undefined;
      const bookkeeping = ran.result.bookkeeping + (held?.writes() ?? 0);
      return { ...ran, result: { ...ran.result, bookkeeping } };
    },
  };
}

async function runPlan(
  planned: ApprovedPlan,
  { connection: { send, inventory, writes, settleMs, wait }, listen, by, interrupted }: SessionRun,
  held?: HeldLock,
): Promise<ApplyResult> {
  const listener = listen?.();
  try {
    return await applyPlan(planned, {
      send,
      inventory,
      writes,
      settleMs,
      interrupted,
      ...defined({ wait, onEvent: listener?.show, mayWrite: held?.mayWrite }),
      ...(by === undefined || writesNothing(planned) ? {} : { by: await by() }),
    });
  } finally {
    listener?.close();
  }
}

/**
 * The most writes to the state of an estate during a run, without lock renewals: lock, claims and
 * journal at both ends, inventory, history.
 */
export function stateRequests(planned: PlanMade): number {
  if (writesNothing(planned)) return 0;
  const { plan, journal, input } = planned;
  const claims = input.context.server.resources && madeOwn(planned).length > 0;
  const isNoted = journal !== undefined || !isEmpty(noted(plan, input.unsent));
  const atBothEnds = [true, claims, isNoted].filter(Boolean).length;
  return 2 * atBothEnds + 2;
}
