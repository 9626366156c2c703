/** Decides what of a pass is notified: only changes since the last report. */
import { formatAddress } from "../../../model/address.ts";
import { digestOf } from "../../../model/digest.ts";
import type { PassEnd } from "../pass-end.ts";

/** The events that receivers can select. */
export const notificationEvents = [
  "drift-detected",
  "drift-cleared",
  "applied",
  "failed",
  "approval-needed",
  "maps-unhealthy",
  "maps-healthy",
] as const;

export type NotificationEvent = (typeof notificationEvents)[number];

/** What was last reported and still holds, as digests. */
export interface Reported {
  readonly drift: string | null;
  readonly failure: string | null;
  readonly approval: string | null;
  readonly health: string | null;
}

export const NOTHING_REPORTED: Reported = {
  drift: null,
  failure: null,
  approval: null,
  health: null,
};

export function eventsOf(
  end: PassEnd,
  reported: Reported,
): { readonly events: readonly NotificationEvent[]; readonly reported: Reported } {
  const next: Reported = {
    ...lookedAt(end, reported),
    failure: failureOf(end),
    health: healthOf(end, reported),
  };
  const happened: Readonly<Record<NotificationEvent, boolean>> = {
    "drift-detected": isNew(next.drift, reported.drift),
    "drift-cleared": next.drift === null && reported.drift !== null,
    applied: end.result === "applied" || (end.writes > 0 && next.failure === null),
    failed: isNew(next.failure, reported.failure),
    "approval-needed": isNew(next.approval, reported.approval),
    "maps-unhealthy": isNew(next.health, reported.health),
    "maps-healthy": next.health === null && reported.health !== null,
  };
  return { events: notificationEvents.filter((event) => happened[event]), reported: next };
}

function isNew(next: string | null, reported: string | null): boolean {
  return next !== null && next !== reported;
}

/** A failed or degraded pass knows nothing of drift or of waiting plans. */
function lookedAt(end: PassEnd, reported: Reported): Pick<Reported, "drift" | "approval"> {
  if (end.result === "failed" || end.result === "degraded") return reported;
  const approval = end.result === "waiting" ? (end.plan?.digest ?? null) : null;
  return { drift: driftOf(end), approval };
}

/** A pass that did not look knows nothing new. */
function healthOf({ health }: PassEnd, reported: Reported): string | null {
  if (health === undefined) return reported.health;
  if (health.unhealthy.length === 0) return null;
  return digestOf(JSON.stringify(health.unhealthy.map((one) => [one.address, one.health])));
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

/** Messages vary from try to try, so only the kind of failure counts. */
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
