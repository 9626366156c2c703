/** How a pass ended, as one value; every way to end is a function here. Pure. */
import { formatAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change } from "../engine/plan.ts";
import type { ApplyResult, Planned } from "../reconcile.ts";
import { asDrifted, type DriftPolicy, type Judged } from "./judge.ts";
import type { ObjectStatus, PassEnd } from "./pass-end.ts";

/** What a pass found and did, without its circumstances. */
export type Findings = Pick<
  PassEnd,
  "result" | "plan" | "writes" | "failures" | "drifted" | "objects" | "diagnostics"
>;

/** A pass that came to no plan. */
export function withoutPlan(
  result: "degraded" | "failed",
  diagnostics: readonly Diagnostic[],
): Findings {
  return {
    result,
    plan: undefined,
    writes: 0,
    failures: 0,
    drifted: [],
    objects: [],
    diagnostics,
  };
}

/** What a pass came to that made a plan. */
export interface Came {
  /** The plan over everything. */
  readonly planned: Planned;
  readonly judged: Judged;
  readonly policy: DriftPolicy;
  /** The plan without what is left as it is; undefined when nothing else is to do. */
  readonly ready: Planned | undefined;
  readonly waits: boolean;
  readonly ran: ApplyResult | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The findings of a pass that made a plan. */
export function findingsOf(came: Came): Findings {
  const { planned, judged, policy, ready, ran } = came;
  const reports = ran?.execution.reports ?? [];
  const told = [...came.diagnostics, ...(ran?.diagnostics ?? []), ...suspensions(judged)];
  const drifted = policy === "ignore" ? [] : judged.drifted.filter(isLeft(judged));
  return {
    result: resultOf(came, drifted.length > 0),
    plan: ready?.plan ?? planned.plan,
    writes: reports.filter(({ outcome }) => outcome === "done").length,
    failures: reports.filter(({ outcome }) => outcome === "refused" || outcome === "unknown")
      .length,
    drifted: drifted.map(asDrifted),
    objects: objectsOf(came),
    diagnostics: told,
  };
}

function isLeft({ held }: Judged): (change: Change) => boolean {
  return ({ address }) => held.has(formatAddress(address));
}

function resultOf({ waits, judged, ran }: Came, hasDrift: boolean): Findings["result"] {
  if (ran !== undefined && !ran.converged) return "failed";
  if (waits) return "waiting";
  if (judged.suspended.size > 0) return "suspended";
  if ((ran?.execution.reports.length ?? 0) > 0) return "applied";
  return hasDrift ? "drifted" : "converged";
}

function suspensions({ held, suspended }: Judged): readonly Diagnostic[] {
  return [...suspended].map((address) => {
    const message = `${address} ${held.get(address)}: it is left alone`;
    const hint = "It is tried again when the manifests change, or when a pass is asked for.";
    return { code: "object-suspended", severity: "warning", message, hint, address } as const;
  });
}

/** Everything that is declared, and how far it is as declared. */
function objectsOf({ planned, judged, ready, ran }: Came): readonly ObjectStatus[] {
  const changes = new Map(
    (planned.plan?.changes ?? []).map((one) => [formatAddress(one.address), one]),
  );
  const drifted = new Set(judged.drifted.map(({ address }) => formatAddress(address)));
  const undone = new Set(
    (ran?.execution.reports ?? [])
      .filter(({ outcome }) => outcome !== "done")
      .flatMap(({ step }) => step.addresses.map(formatAddress)),
  );
  const done = new Set(
    (ran === undefined ? [] : (ready?.plan?.changes ?? []))
      .map(({ address }) => formatAddress(address))
      .filter((key) => !undone.has(key)),
  );
  const left = new Set(
    (planned.plan?.leftAlone ?? []).map(({ address }) => formatAddress(address)),
  );
  const syncOf = (key: string): ObjectStatus["sync"] => {
    const action = changes.get(key)?.action ?? "none";
    if (judged.suspended.has(key)) return "suspended";
    if (judged.held.has(key) && drifted.has(key)) return "drifted";
    if (left.has(key)) return "differs";
    if (action === "none" || done.has(key)) return "in-step";
    return action === "create" ? "missing" : "differs";
  };
  return planned.desired.state.resources.map(({ address }) => {
    const key = formatAddress(address);
    const owned = planned.inventory?.objects.has(key) === true || done.has(key);
    return { address: key, sync: syncOf(key), owned };
  });
}
