/** What becomes of the steps of a run, in words. Pure. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { refusalText, type WireResponse } from "../../../wire/request.ts";
import type { AnyKind } from "../../kind.ts";
import type { PlannedStep } from "../plan/plan.ts";
import type { StepReport } from "./events.ts";

type Kinds = ReadonlyMap<string, AnyKind>;

/** A step that was not tried, for what ended the run or for what it comes after. */
export function skipped(step: PlannedStep): StepReport {
  return { step, outcome: "skipped", status: undefined, message: undefined };
}

/** A step that was not sent for a reason of its own. */
export function notSent(step: PlannedStep, message: string): StepReport {
  return { step, outcome: "refused", status: undefined, message };
}

/** A step that was not sent for what became of an object. */
export function outdated(step: PlannedStep, address: Address, became: string): StepReport {
  return notSent(step, `${formatAddress(address)} ${became}; plan again`);
}

/** A step of which nobody knows what came of it. */
export function unknown(step: PlannedStep, message: string, status?: number): StepReport {
  return { step, outcome: "unknown", status, message };
}

/** A step that the server took. */
export function done(kinds: Kinds, step: PlannedStep, answer: WireResponse): StepReport {
  const kind = kinds.get(step.addresses[0]?.kind ?? "");
  return { step, outcome: "done", status: answer.status, message: kind?.answers?.note?.(answer) };
}

/** A step that the server refused: what it said, behind what its kind knows of it. */
export function refused(kinds: Kinds, step: PlannedStep, answer: WireResponse): StepReport {
  const { addresses, request } = step;
  const shown = request.confidential
    ? "The answer is not repeated: it may quote the secret that was sent"
    : refusalText(answer);
  const meaning = kinds.get(addresses[0]?.kind ?? "")?.answers?.explain?.(request, answer);
  const message = meaning === undefined ? shown : `${meaning}\n${shown}`;
  return { step, outcome: "refused", status: answer.status, message };
}
