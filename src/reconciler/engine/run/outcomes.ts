/** Reports of the steps of a run, in words. Pure. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressesOf, addressSet, type AddressSet } from "../../../model/address-map.ts";
import { ALTERED_ETAGS, isOwnEtag } from "../../../model/etag.ts";
import { refusalWithout } from "../../../wire/masking.ts";
import { refusalText, type WireRequest, type WireResponse } from "../../../wire/request.ts";
import { reveal } from "../../../model/secret.ts";
import type { AnyKind, KindContext, ServerProfile } from "../../kind.ts";
import type { Plan, PlannedStep } from "../plan/plan.ts";
import type { StepReport } from "./events.ts";

type Kinds = ReadonlyMap<string, AnyKind>;

/** A step that was not tried. */
export function skipped(step: PlannedStep): StepReport {
  return { step, outcome: "skipped", status: undefined, message: undefined };
}

export function notSent(step: PlannedStep, message: string): StepReport {
  return { step, outcome: "refused", status: undefined, message };
}

export function outdated(step: PlannedStep, address: Address, became: string): StepReport {
  return notSent(step, `${formatAddress(address)} ${became}; plan again`);
}

export function unknown(step: PlannedStep, message: string, status?: number): StepReport {
  return { step, outcome: "unknown", status, message };
}

export function done(kinds: Kinds, step: PlannedStep, answer: WireResponse): StepReport {
  const kind = kinds.get(step.addresses[0]?.kind ?? "");
  return { step, outcome: "done", status: answer.status, message: kind?.answers?.note?.(answer) };
}

/** The included server issues only its own ETags: any other was altered by a proxy. */
function hasAlteredEtag({ headers }: WireRequest, { software }: ServerProfile): boolean {
  const condition = headers?.["if-match"];
  return software === "plumbline" && condition !== undefined && !isOwnEtag(condition);
}

/** The kind's explanation, then the server's message. */
export function refused(
  { kinds, context: { server, secrets } }: { readonly kinds: Kinds; readonly context: KindContext },
  step: PlannedStep,
  answer: WireResponse,
): StepReport {
  const { addresses, request } = step;
  const { status } = answer;
  if (status === 412 && hasAlteredEtag(request, server))
    return { ...notSent(step, ALTERED_ETAGS), status };
  const shown = shownOf(request, answer, secrets);
  const meaning = kinds.get(addresses[0]?.kind ?? "")?.answers?.explain?.(request, answer);
  const message = meaning === undefined ? shown : `${meaning}\n${shown}`;
  return { step, outcome: "refused", status, message };
}

function shownOf(
  { confidential }: WireRequest,
  answer: WireResponse,
  secrets: KindContext["secrets"],
): string {
  if (confidential === undefined) return refusalText(answer);
  const shown =
    confidential === "given" && secrets !== undefined
      ? refusalWithout(secrets().map(reveal), answer)
      : undefined;
  return shown ?? "The answer is not repeated: it may quote the secret that was sent";
}

/**
 * Objects that are not completely done: a request for them, or for the deletion that takes them,
 * failed. An object taken by several deletions goes with the last; objects restored by a rollback
 * are not deleted.
 */
export function undoneIn(
  { changes }: Pick<Plan, "changes">,
  { reports, rollbacks }: Readonly<Record<"reports" | "rollbacks", readonly StepReport[]>>,
): AddressSet {
  const undone = reports.filter(({ outcome }) => outcome !== "done");
  const failed = addressSet(undone.flatMap(({ step }) => step.addresses));
  const isFailed = ({ address, deletedWith = address }: Plan["changes"][number]) =>
    failed.has(address) || failed.has(deletedWith);
  const own = changes.filter(isFailed);
  const along = addressSet([
    ...own.flatMap(({ alsoDeletes }) => alsoDeletes),
    ...rollbacks.flatMap(({ step }) => step.addresses),
  ]);
  const kept = changes.filter(({ action, address }) => action === "delete" && along.has(address));
  return addressesOf([...own, ...kept]);
}
