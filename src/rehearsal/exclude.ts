/**
 * Removes from a plan what cannot be rehearsed: requests for files on the server's disk or for
 * objects that the copy lacks, and their dependents. Pure.
 */
import { formatAddress } from "../model/address.ts";
import { addressMap, type AddressMap } from "../model/address-map.ts";
import type { Plan, PlannedStep } from "../reconciler/engine/plan/plan.ts";
import type { Gap } from "./copying.ts";
import type { PlanDifferences } from "./compare-plans.ts";

export interface NotRehearsed {
  readonly address: string;
  /** The number of omitted requests. */
  readonly requests: number;
  readonly reason: string;
  /** True if the copy differs from the catalog; false if no copy could match. */
  readonly unlike: boolean;
}

export interface Rehearsable {
  readonly plan: Plan;
  readonly notRehearsed: readonly NotRehearsed[];
  /** Original indexes of the remaining steps. */
  readonly kept: readonly number[];
}

export function excludeUnlike(
  plan: Plan,
  unlike: PlanDifferences,
  gaps: readonly Gap[],
): Rehearsable {
  const reasons: (Reason | undefined)[] = [];
  for (const step of plan.steps) {
    const before = step.after.map((index) => reasons[index]).find((reason) => reason !== undefined);
    reasons.push(reasonFor(step, unlike, gaps) ?? (before && { ...before, text: NEEDS }));
  }
  const kept = reasons.flatMap((reason, index) => (reason === undefined ? [index] : []));
  const places = new Map(kept.map((index, place) => [index, place]));
  const steps = kept.flatMap((index): readonly PlannedStep[] => {
    const step = plan.steps[index];
    if (step === undefined) return [];
    return [{ ...step, after: step.after.flatMap((before) => places.get(before) ?? []) }];
  });
  const notRehearsed = reported(plan, reasons, unlike);
  const changes = plan.changes.filter(({ address }) => !notRehearsed.has(address));
  const rest = { ...plan, steps, changes, blocks: [] };
  return { plan: rest, notRehearsed: [...notRehearsed.values()], kept };
}

interface Reason {
  readonly text: string;
  readonly unlike: boolean;
}

const NEEDS = "it needs an object that is not rehearsed";
const HARVESTED = "the files that it harvests lie on the server or elsewhere";

function reasonFor(
  { request, addresses }: PlannedStep,
  unlike: PlanDifferences,
  gaps: readonly Gap[],
): Reason | undefined {
  const text = addresses
    .map((address) => unlike.get(address))
    .find((reason) => reason !== undefined);
  if (text !== undefined) return { text, unlike: true };
  if (/\/(?:external|remote)\.imagemosaic$/.test(request.path))
    return { text: HARVESTED, unlike: false };
  const hidden = gaps.find(({ within }) => within !== undefined && request.path.startsWith(within));
  return hidden && { text: hidden.reason, unlike: false };
}

function reported(
  { steps }: Plan,
  reasons: readonly (Reason | undefined)[],
  unlike: PlanDifferences,
): AddressMap<NotRehearsed> {
  const found = addressMap<NotRehearsed>();
  for (const [index, reason] of reasons.entries()) {
    if (reason === undefined) continue;
    for (const address of steps[index]?.addresses ?? []) {
      const { requests = 0, ...before } = found.get(address) ?? {};
      const first = { reason: reason.text, unlike: reason.unlike, ...before };
      found.set(address, { address: formatAddress(address), ...first, requests: requests + 1 });
    }
  }
  for (const [address, reason] of unlike) {
    const own = { address: formatAddress(address), requests: 0, reason, unlike: true };
    if (!found.has(address)) found.set(address, own);
  }
  return found;
}
