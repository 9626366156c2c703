/** How a pass ended, as one value; every way to end is a function here. Pure. */
import { formatAddress, type Address } from "../../model/address.ts";
import { addressSet, addressesOf, byAddress } from "../../model/address-map.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change } from "../engine/plan/plan.ts";
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
  return ({ address }) => held.has(address);
}

function resultOf({ waits, judged, ran }: Came, hasDrift: boolean): Findings["result"] {
  if (ran !== undefined && !ran.converged) return "failed";
  if (waits) return "waiting";
  if (judged.suspended.size > 0) return "suspended";
  if ((ran?.execution.reports.length ?? 0) > 0) return "applied";
  return hasDrift ? "drifted" : "converged";
}

function suspensions({ held, suspended }: Judged): readonly Diagnostic[] {
  return [...suspended].map((one) => {
    const address = formatAddress(one);
    const message = `${address} ${held.get(one)}: it is left alone`;
    const hint = "It is tried again when the manifests change, or when a pass is asked for.";
    return { code: "object-suspended", severity: "warning", message, hint, address } as const;
  });
}

/** Everything that is declared, and how far it is as declared. */
function objectsOf({ planned, judged, ready, ran }: Came): readonly ObjectStatus[] {
  const changes = byAddress(planned.plan?.changes ?? []);
  const drifted = addressesOf(judged.drifted);
  const undone = addressSet(
    (ran?.execution.reports ?? [])
      .filter(({ outcome }) => outcome !== "done")
      .flatMap(({ step }) => step.addresses),
  );
  const done = addressesOf(
    (ran === undefined ? [] : (ready?.plan?.changes ?? [])).filter(
      ({ address }) => !undone.has(address),
    ),
  );
  const left = addressesOf(planned.plan?.leftAlone ?? []);
  const syncOf = (address: Address): ObjectStatus["sync"] => {
    const action = changes.get(address)?.action ?? "none";
    if (judged.suspended.has(address)) return "suspended";
    if (judged.held.has(address) && drifted.has(address)) return "drifted";
    if (left.has(address)) return "differs";
    if (action === "none" || done.has(address)) return "in-step";
    return action === "create" ? "missing" : "differs";
  };
  return planned.desired.state.resources.map(({ address }) => {
    const key = formatAddress(address);
    const owned = planned.inventory?.objects.has(key) === true || done.has(address);
    return { address: key, sync: syncOf(address), owned };
  });
}
