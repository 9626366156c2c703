/** What of a pass is worth a message: things that have changed since the last one, and nothing twice. */
import { formatAddress } from "../../../model/address.ts";
import { digestOf } from "../../../model/digest.ts";
import type { PassEnd } from "../pass-end.ts";

/** Events that people can be told of. */
export const notificationEvents = [
  "drift-detected",
  "drift-cleared",
  "applied",
  "failed",
  "approval-needed",
] as const;

/** One of them. */
export type NotificationEvent = (typeof notificationEvents)[number];

/** What was told last, and still stands. Digests; null where there is nothing. */
export interface Told {
  readonly drift: string | null;
  readonly failure: string | null;
  /** Digest of the plan that waits. */
  readonly approval: string | null;
}

/** Before anything was told. */
export const NOTHING_TOLD: Told = { drift: null, failure: null, approval: null };

/** The events of a pass, and what is told once they are. */
export function eventsOf(
  end: PassEnd,
  told: Told,
): { readonly events: readonly NotificationEvent[]; readonly told: Told } {
  const next: Told = { ...lookedAt(end, told), failure: failureOf(end) };
  const happened: Readonly<Record<NotificationEvent, boolean>> = {
    "drift-detected": isNew(next.drift, told.drift),
    "drift-cleared": next.drift === null && told.drift !== null,
    applied: end.result === "applied" || (end.writes > 0 && next.failure === null),
    failed: isNew(next.failure, told.failure),
    "approval-needed": isNew(next.approval, told.approval),
  };
  return { events: notificationEvents.filter((event) => happened[event]), told: next };
}

function isNew(next: string | null, told: string | null): boolean {
  return next !== null && next !== told;
}

/** A pass that could not look knows nothing of drift, nor whether a plan still waits. */
function lookedAt(end: PassEnd, told: Told): Pick<Told, "drift" | "approval"> {
  if (end.result === "failed" || end.result === "degraded") return told;
  const approval = end.result === "waiting" ? (end.plan?.digest ?? null) : null;
  return { drift: driftOf(end), approval };
}

function driftOf({ drifted }: PassEnd): string | null {
  if (drifted.length === 0) return null;
  const found = drifted.map(({ address, gone, fields }) => [
    formatAddress(address),
    gone,
    fields.map(({ field, before }) => [field, before]),
  ]);
  return digestOf(JSON.stringify(found));
}

/** Messages of servers and of networks vary from try to try; what kind of failure it is does not. */
function failureOf({ result, failures, diagnostics, objects }: PassEnd): string | null {
  const hasFailed = ["failed", "degraded", "suspended"].includes(result) || failures > 0;
  if (!hasFailed) return null;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const reasons = errors.map(({ code, where }) => `${code} ${where?.file ?? ""}`);
  const suspended = objects
    .filter(({ sync }) => sync === "suspended")
    .map(({ address }) => address);
  return digestOf(JSON.stringify([result, [...new Set(reasons)].toSorted(), suspended]));
}
