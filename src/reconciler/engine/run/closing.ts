/**
 * Closing requests of a run, journaled before the first request until they are sent
 * (docs/decisions/0060-requests-that-come-last.md). Pure.
 */
import { digestOfValue } from "../../../model/digest.ts";
import type { ClosingStep, Temporary } from "../../kind.ts";
import type { Plan, PlannedStep } from "../plan/plan.ts";
import { isOnlyJournaled, type Journal } from "../../inventory/journal.ts";
import type { StepReport } from "./events.ts";

/** What a run journals before its first request. */
export function noted(
  { resumes, steps, temporaries }: Plan,
  unsent: readonly ClosingStep[],
): Journal {
  const effects = [...resumes, ...steps.flatMap(({ effects: loses }) => loses)];
  // Unsent ones of an earlier run keep their summary.
  const before = new Map(unsent.map((one) => [keyOf(one), one] as const));
  const closing = steps.filter(isDue).map((step) => before.get(keyOf(step)) ?? asKept(step));
  return { effects, closing, temporary: temporaries };
}

function isDue({ isLast, request }: PlannedStep): boolean {
  return isLast === true && isOnlyJournaled(request);
}

function keyOf({ request }: ClosingStep): string {
  return digestOfValue(request);
}

function asKept({ summary, request }: ClosingStep): ClosingStep {
  return { summary, request };
}

/** Temporary objects that may still exist. */
export function stillThere(
  temporaries: readonly Temporary[],
  reports: readonly StepReport[],
): readonly Temporary[] {
  const clearing = reports.filter(({ step }) => step.clears !== undefined);
  return clearing.every(({ outcome }) => outcome === "done") ? [] : temporaries;
}

/** Closing requests of an earlier run, and those for steps that were done or may have been. */
export function stillDue(
  reports: readonly StepReport[],
  unsent: readonly ClosingStep[],
): readonly ClosingStep[] {
  const mayBeDone = (index: number) => {
    const outcome = reports[index]?.outcome;
    return outcome === "done" || outcome === "unknown";
  };
  const asked = reports
    .map(({ step }): PlannedStep => step)
    .filter((step) => isDue(step) && step.after.some(mayBeDone));
  const due = new Map([...unsent, ...asked].map((step) => [keyOf(step), asKept(step)] as const));
  if (due.size === 0) return [];
  const isDone = ({ outcome }: StepReport) => outcome === "done";
  const sent = new Set(reports.filter(isDone).map(({ step }) => keyOf(step)));
  return [...due].filter(([key]) => !sent.has(key)).map(([, step]) => step);
}
