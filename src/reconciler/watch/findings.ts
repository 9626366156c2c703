/** The result of a pass. Pure. */
import { formatAddress, type Address } from "../../model/address.ts";
import { addressSet, addressesOf, byAddress } from "../../model/address-map.ts";
import { warning, type Diagnostic } from "../../model/diagnostic.ts";
import type { ApplyResult, Planned } from "../reconcile.ts";
import { asDrifted, type DriftPolicy, type ClassifiedChanges } from "./drift.ts";
import type { ObjectStatus, PassEnd } from "./pass-end.ts";

export type Findings = Pick<
  PassEnd,
  "result" | "plan" | "writes" | "failures" | "drifted" | "objects" | "health" | "diagnostics"
>;

export function withoutPlan(
  result: "degraded" | "failed",
  diagnostics: readonly Diagnostic[],
): Findings {
  const nothing = { plan: undefined, writes: 0, failures: 0, drifted: [], objects: [] };
  return { result, ...nothing, diagnostics };
}

export interface PlannedPass {
  readonly planned: Planned;
  readonly classified: ClassifiedChanges;
  readonly policy: DriftPolicy;
  /** The plan without what is skipped; undefined when nothing else is to do. */
  readonly runnable: Planned | undefined;
  readonly isPending: boolean;
  readonly ran: ApplyResult | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function findingsOf(pass: PlannedPass): Findings {
  const { planned, classified, policy, runnable, ran } = pass;
  const reports = ran?.execution.reports ?? [];
  const reported = [...pass.diagnostics, ...(ran?.diagnostics ?? []), ...suspensions(classified)];
  const drifted =
    policy === "ignore"
      ? []
      : classified.drifted.filter(({ address }) => classified.skipped.has(address));
  return {
    result: resultOf(pass, drifted.length > 0),
    plan: runnable?.plan ?? planned.plan,
    writes: reports.filter(({ outcome }) => outcome === "done").length,
    failures: reports.filter(({ outcome }) => outcome === "refused" || outcome === "unknown")
      .length,
    drifted: drifted.map(asDrifted),
    objects: objectsOf(pass),
    diagnostics: reported,
  };
}

function resultOf(
  { isPending, classified, ran }: PlannedPass,
  hasDrift: boolean,
): Findings["result"] {
  if (ran !== undefined && !ran.converged) return "failed";
  if (isPending) return "waiting";
  if (classified.suspended.size > 0) return "suspended";
  if ((ran?.execution.reports.length ?? 0) > 0) return "applied";
  return hasDrift ? "drifted" : "converged";
}

function suspensions({ skipped, suspended }: ClassifiedChanges): readonly Diagnostic[] {
  return [...suspended].map((one) => {
    const address = formatAddress(one);
    const message = `${address} ${skipped.get(one)}: it is skipped`;
    const hint = "It is tried again when the manifests change, or when a pass is asked for.";
    return warning("object-suspended", message, { hint, address });
  });
}

function objectsOf({ planned, classified, runnable, ran }: PlannedPass): readonly ObjectStatus[] {
  const changes = byAddress(planned.plan?.changes ?? []);
  const drifted = addressesOf(classified.drifted);
  const undone = addressSet(
    (ran?.execution.reports ?? [])
      .filter(({ outcome }) => outcome !== "done")
      .flatMap(({ step }) => step.addresses),
  );
  const done = addressesOf(
    (ran === undefined ? [] : (runnable?.plan?.changes ?? [])).filter(
      ({ address }) => !undone.has(address),
    ),
  );
  const left = addressesOf(planned.plan?.skipped ?? []);
  const syncOf = (address: Address): ObjectStatus["sync"] => {
    const action = changes.get(address)?.action ?? "none";
    if (classified.suspended.has(address)) return "suspended";
    if (classified.skipped.has(address) && drifted.has(address)) return "drifted";
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
