/**
 * What of a plan cannot be rehearsed, and the rest of the plan: requests that need files of the other
 * server's disk, requests for objects that the copy does not hold, and all that needs those. Pure.
 */
import { formatAddress } from "../model/address.ts";
import { addressMap, type AddressMap } from "../model/address-map.ts";
import type { Plan, PlannedStep } from "../reconciler/engine/plan/plan.ts";
import type { Gap } from "./copying.ts";
import type { PlanDifferences } from "./compare-plans.ts";

/** An object of which requests are not rehearsed. */
export interface NotRehearsed {
  /** Text of its address. */
  readonly address: string;
  /** How many of its requests are left out. */
  readonly requests: number;
  readonly reason: string;
  /** True when the copy is not like the catalog; false where no copy could be. */
  readonly unlike: boolean;
}

/** A plan without what cannot be rehearsed. */
export interface Rehearsable {
  readonly plan: Plan;
  readonly notRehearsed: readonly NotRehearsed[];
  /** The step that each remaining one was, by its index. */
  readonly kept: readonly number[];
}

/** Leaves out what cannot be rehearsed. */
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

const NEEDS = "it needs what is not rehearsed";
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
