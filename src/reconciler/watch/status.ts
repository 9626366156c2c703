/** Readiness and documents of a watch. */
import type { Readiness } from "../../endpoints/listen.ts";
import { formatAddress } from "../../model/address.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { endpoints as limits } from "../../model/limits.ts";
import { FORMAT_VERSION } from "../../model/format-version.ts";
import { leaseDocument } from "../lock/lease.ts";
import { diagnosticDocuments, fieldDocument } from "../report/json.ts";
import type { PassEnd, WatchState } from "./pass-end.ts";

/**
 * Why the watch is not ready. Waiting plans, reported drift, suspended objects and locks of other
 * runs are no reason.
 */
function unreadyReasons(state: WatchState): readonly string[] {
  const { lastPass } = state;
  if (lastPass === undefined) return state.lockedBy === undefined ? ["No pass has ended yet"] : [];
  const reasons: string[] = [];
  if (!state.serverReachable) reasons.push("The server is out of reach");
  // While a pass runs, the result of the pass before counts.
  const { result } = lastPass;
  if (result === "degraded") {
    const errors = lastPass.diagnostics.filter((diagnostic) => hasErrors([diagnostic])).length;
    reasons.push(
      `The manifests are broken (${errors} error${errors === 1 ? "" : "s"}); the last good ones are used`,
    );
  }
  if (state.state === "degraded" && result !== "degraded")
    reasons.push("The branch cannot be fetched; the last commit is used");
  // A lock can only be read from a server that is reachable.
  const hasFailed = result === "failed" && state.lockedBy === undefined;
  if (state.state === "failing" || hasFailed) reasons.push("The last pass has failed");
  return reasons;
}

export function readinessOf(state: WatchState): Readiness {
  const reasons = unreadyReasons(state);
  return { ready: reasons.length === 0, state: state.state, reasons };
}

/** Values of differences are facts, which hold no secrets. */
export function statusDocument(state: WatchState) {
  return {
    format_version: FORMAT_VERSION,
    ...readinessOf(state),
    server_reachable: state.serverReachable,
    last_success_at: timeText(state.lastSuccessAt),
    locked_by: state.lockedBy === undefined ? null : leaseDocument(state.lockedBy),
    waiting: state.waiting,
    last_pass: state.lastPass === undefined ? null : passDocument(state.lastPass),
  };
}

/** The end of a pass as a document. */
export function passDocument(end: PassEnd) {
  return {
    id: end.id,
    estate: end.estate,
    url: end.url,
    trigger: end.trigger,
    result: end.result,
    started_at: timeText(end.startedAt),
    took_ms: end.tookMs,
    commit: end.commit ?? null,
    plan: end.plan === undefined ? null : { digest: end.plan.digest, summary: end.plan.summary },
    writes: end.writes,
    failures: end.failures,
    ...named("drifted", end.drifted, ({ address, gone, fields, changed = null }) => ({
      address: formatAddress(address),
      gone,
      fields: fields.map(fieldDocument),
      changed,
    })),
    ...named("objects", end.objects, (object) => object),
    health: end.health ?? null,
    ...named("diagnostics", diagnosticDocuments(end.diagnostics), (document) => document),
  };
}

/** The first elements of a list, and the total count. */
function named<Element, Name extends string, Document>(
  name: Name,
  elements: readonly Element[],
  toDocument: (element: Element) => Document,
) {
  const list = elements.slice(0, limits.named).map(toDocument);
  return { [name]: list, [`${name}_total`]: elements.length } as Record<Name, Document[]> &
    Record<`${Name}_total`, number>;
}

function timeText(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
