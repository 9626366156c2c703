/**
 * One writer at a time over one estate: the lock is looked at before a plan is made, taken once the plan is
 * agreed to, and released however its run ends. What was planned before somebody else wrote does not run.
 */
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
} from "./reconcile.ts";

/** What happens to the lock. */
export type LockEvent =
  /** Somebody else has it. */
  | { readonly state: "waiting"; readonly lease: Lease }
  /** It was taken; the notice says from whom, where somebody had left it behind. */
  | { readonly state: "taken"; readonly notice: string | undefined }
  /** It was released; the diagnostic says why others have to wait all the same. */
  | { readonly state: "released"; readonly unreleased: Diagnostic | undefined };

/** Who writes, and where the lock is kept. */
export interface SessionOptions {
  readonly store: LockStore;
  readonly holder: Holder & Here;
  /** Milliseconds to wait for somebody else. */
  readonly waitMs: number;
  readonly onLock?: (event: LockEvent) => void;
}

/** Listens to a run. */
export interface RunListener {
  readonly show: (event: ExecuteEvent) => void;
  /** The last request is over. */
  readonly close: () => void;
}

/** How a plan is run. */
export interface SessionRun {
  readonly connection: Pick<ApplyOptions, "send" | "inventory" | "writes" | "settleMs" | "wait">;
  /** Plans again after somebody else wrote meanwhile; undefined when nothing is to run any more. */
  readonly again: () => Promise<ApprovedPlan | undefined>;
  readonly interrupted: () => boolean;
  /** Called before the first request. */
  readonly listen?: () => RunListener;
  /** Who runs it, for the history of the estate; without it none is kept. */
  readonly by?: (() => Promise<RunBy>) | undefined;
}

/** A run, and what it ran. */
export interface SessionResult {
  readonly planned: ApprovedPlan;
  /** The writes of the lock count as bookkeeping too. */
  readonly result: ApplyResult;
}

/** A session of one who plans and may write then. */
export interface Session {
  /** Works under the lock. Rejects with LockError where it is not to be had. */
  readonly locked: <Result>(
    work: (held: HeldLock) => Promise<Result>,
    interrupted?: () => boolean,
  ) => Promise<Result>;
  /**
   * Runs a plan that was made in this session; one that writes nothing needs no lock. Undefined when it did
   * not run. Rejects with LockError and ManifestsChangedError.
   */
  readonly run: (planned: ApprovedPlan, run: SessionRun) => Promise<SessionResult | undefined>;
}

/** Opens a session, before its plan is made. Rejects with LockError while somebody else writes. */
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
      ...(wait === undefined ? {} : { wait }),
      ...(listener === undefined ? {} : { onEvent: listener.show }),
      ...(by === undefined || writesNothing(planned) ? {} : { by: await by() }),
      ...(held === undefined ? {} : { mayWrite: held.mayWrite }),
    });
  } finally {
    listener?.close();
  }
}
