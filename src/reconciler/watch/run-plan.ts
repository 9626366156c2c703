/** Runs a plan under the lock, as apply does: what was planned before somebody else wrote is not run. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ExecuteEvent } from "../engine/run/events.ts";
import type { RunBy } from "../inventory/history.ts";
import type { KeptLease } from "../lock/lease.ts";
import type { Lock } from "../lock/lock.ts";
import { applyPlan, type ApplyResult, type Planned } from "../reconcile.ts";
import type { WatchConnection } from "./situation.ts";

/** What running needs. */
export interface RunInput {
  readonly planned: Planned;
  readonly connection: WatchConnection;
  readonly lock: Lock;
  /** What was kept of the lock before the plan was made. */
  readonly seen: KeptLease | undefined;
  readonly interrupted: () => boolean;
  /** Who runs it; without it the history of the estate does not tell. */
  readonly by: RunBy | undefined;
  readonly onBegin: () => void;
  readonly onEvent: (event: ExecuteEvent) => void;
}

/** A run, and what its lock has to tell; undefined when the plan must be made again first. */
export async function runPlan(
  input: RunInput,
): Promise<
  { readonly result: ApplyResult; readonly diagnostics: readonly Diagnostic[] } | undefined
> {
  const { planned, connection, interrupted, onEvent, by } = input;
  const { send, inventory } = connection;
  const held = await input.lock.take(input.seen);
  const told: Diagnostic[] = [];
  try {
    if (!held.undisturbed) return undefined;
    input.onBegin();
    const { mayWrite } = held;
    const own = { send, inventory, onEvent, interrupted, mayWrite };
    const result = await applyPlan(planned, by === undefined ? own : { ...own, by });
    return { result, diagnostics: told };
  } finally {
    const left = await held.release();
    if (left !== undefined) told.push(left);
  }
}
