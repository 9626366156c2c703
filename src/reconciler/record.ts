/** What a run makes of ownership, and its history record. Pure. */
import { formatAddress } from "../model/address.ts";
import type { Estate } from "./estate.ts";
import type { Execution } from "./engine/run/execute.ts";
import { undoneIn } from "./engine/run/outcomes.ts";
import { type Plan, lostWith, type Change } from "./engine/plan/plan.ts";
import { runRecord, type RunBy, type RunChange, type RunRecord } from "./inventory/history.ts";
import { addressSet, type AddressSet } from "../model/address-map.ts";
import { addressesIn, type Inventory } from "./inventory/inventory.ts";
import { manifestIn, type OwnedChange } from "./inventory/next.ts";
import { kinds } from "./kinds/registry.ts";

export interface FinishedRun {
  readonly by: RunBy;
  readonly plan: Plan;
  readonly manifests: string;
  readonly execution: Execution;
  readonly converged: boolean;
  readonly interrupted: boolean;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export function recordOf(run: FinishedRun): RunRecord {
  const { by, plan, manifests, execution, startedAt, endedAt } = run;
  const { selection } = plan;
  const { create, update, replace, delete: deleted, forget, adopt } = plan.summary;
  const { reports } = execution;
  const failed = reports.filter(({ outcome }) => outcome !== "done" && outcome !== "skipped");
  return runRecord({
    ...by,
    started: new Date(startedAt).toISOString(),
    tookMs: Math.max(0, Math.round(endedAt - startedAt)),
    manifests,
    plan: plan.digest,
    selection: selection && {
      only: selection.only,
      exclude: selection.exclude,
      labels: selection.labels,
      paths: selection.paths,
    },
    counts: { create, update, replace, delete: deleted, forget, adopt },
    requests: {
      planned: plan.steps.length,
      done: reports.filter(({ outcome }) => outcome === "done").length,
      failed: failed.length,
    },
    result: run.converged ? "applied" : run.interrupted ? "interrupted" : "partial",
    changes: changesOf(plan, execution),
    failures: failed.map(({ step, status, message = "" }) => ({
      summary: step.summary,
      status,
      message,
    })),
  });
}

/** Planned changes and adoptions, and whether each was done completely. */
function changesOf(plan: Plan, execution: Execution): readonly RunChange[] {
  const undone = undoneIn(plan, execution);
  return plan.changes
    .filter(({ action, adopts }) => action !== "none" || adopts)
    .map(({ address, action }) => {
      return { address: formatAddress(address), action, done: !undone.has(address) };
    });
}

interface OwnedInput {
  readonly plan: Plan;
  readonly inventory: Inventory;
  readonly estate: Pick<Estate, "paths">;
}

/** The ownership changes after a run; `left` are objects that failed creations left behind. */
export function ownedChanges(
  { plan, inventory, estate }: OwnedInput,
  outcomes: Pick<Execution, "reports" | "rollbacks">,
  left: AddressSet = addressSet(),
): readonly OwnedChange[] {
  const undone = undoneIn(plan, outcomes);
  // Objects of a deleted workspace may return in another one.
  const withinOf = ({ action, address: { kind, name } }: Change) =>
    action === "delete" && kinds.get(kind)?.names?.isWorkspace === true
      ? addressesIn(inventory).filter(({ workspace }) => workspace === name)
      : [];
  return plan.changes.map((one) => {
    const { address, formerly, action, after, lifecycle, where } = one;
    const manifest = where && manifestIn(estate.paths, where.file);
    const [done, isLeft] = [!undone.has(address), left.has(address)];
    const lost = [...lostWith(one), ...withinOf(one)];
    return { address, formerly, action, after, lifecycle, manifest, done, isLeft, lost };
  });
}
