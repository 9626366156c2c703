/**
 * Whether a plan made on the copy is the plan that was made on the original: the same changes by the
 * same requests in the same order. Pure.
 */
import { isSameAddress, type Address } from "../model/address.ts";
import {
  addressMap,
  addressSet,
  byAddress,
  groupByAddress,
  type AddressMap,
} from "../model/address-map.ts";
import { digestOfValue } from "../model/digest.ts";
import type { Change, Plan, PlannedStep } from "../reconciler/engine/plan/plan.ts";
import { labelsText, type AnyKind, type Facts, type CascadeEffect } from "../reconciler/kind.ts";
import type { Gap } from "./copying.ts";

/** Why objects cannot be rehearsed. */
export type PlanDifferences = AddressMap<string>;

/** Finds what is not the same; `gaps` are what the copy is known to lack. */
export function comparePlans(
  { original: whole, copy: tried }: { readonly original: Plan; readonly copy: Plan },
  gaps: readonly Gap[],
  kinds: ReadonlyMap<string, AnyKind>,
): PlanDifferences {
  const [original, copy] = [withDecisiveFacts(whole, kinds), withDecisiveFacts(tried, kinds)];
  const unlike = addressMap<string>();
  const note = (address: Address, what: string) => {
    if (!unlike.has(address)) unlike.set(address, reasonIn(gaps, address) ?? what);
  };
  const [wanted, found] = [byAddress(original.changes), byAddress(copy.changes)];
  for (const address of addressSet([...wanted.addresses(), ...found.addresses()])) {
    const [here, there] = [wanted.get(address), found.get(address)];
    if (digestOfChange(here) === digestOfChange(there)) continue;
    note(address, differenceOf(here, there));
  }
  for (const address of differentSteps(original, copy))
    note(address, "its requests on the copy would be other ones");
  for (let more = misplaced(original, copy, unlike); more.length > 0;) {
    for (const address of more)
      note(address, "its requests on the copy would come in another order");
    more = misplaced(original, copy, unlike);
  }
  return unlike;
}

/**
 * A plan with the facts that distinguish an object: what a kind only carries along, such as a whole document,
 * is written in another way by each server.
 */
function withDecisiveFacts(plan: Plan, kinds: ReadonlyMap<string, AnyKind>): Plan {
  const chosen = ({ kind }: Address, facts: Facts): Facts => {
    const { fields = {}, decisive = [] } = kinds.get(kind) ?? {};
    return Object.fromEntries(
      Object.entries(facts).filter(([name]) => name in fields || decisive.includes(name)),
    );
  };
  const effect = ({ live, by }: CascadeEffect): CascadeEffect => {
    const { remains, ...whole } = live;
    const facts = chosen(live.address, live.facts);
    return {
      live: { ...whole, facts, ...(remains && { remains: chosen(live.address, remains) }) },
      by,
    };
  };
  return {
    ...plan,
    changes: plan.changes.map((one) => ({
      ...one,
      before: one.before && chosen(one.address, one.before),
    })),
    steps: plan.steps.map((step) => ({ ...step, effects: step.effects.map(effect) })),
  };
}

function digestOfChange(change: Change | undefined): string {
  if (change === undefined) return "";
  // What is said of a change beside itself depends on what else a server holds.
  const { where: _place, unlike: _words, reach: _reach, ...compared } = change;
  return digestOfValue(compared);
}

function differenceOf(here: Change | undefined, there: Change | undefined): string {
  const [wanted, found] = [here?.action ?? "none", there?.action ?? "none"];
  if (wanted !== found) return `on the copy it would need ${found} instead of ${wanted}`;
  const fields = (change: Change | undefined) => labelsText(change?.fields ?? []);
  if (fields(here) !== fields(there))
    return `on the copy it would differ in ${fields(there) || "nothing"} instead of ${fields(here) || "nothing"}`;
  return "the copy does not show it as the catalog does";
}

/** What the copy lacks of an object, or of one of its name. */
function reasonIn(gaps: readonly Gap[], wanted: Address): string | undefined {
  const exact = gaps.find(({ address }) => isSameAddress(address, wanted));
  const alike = gaps.find(({ address: { kind: _any, ...named } }) =>
    isSameAddress({ kind: wanted.kind, ...named }, wanted),
  );
  return (exact ?? alike)?.reason;
}

/** What a request does, whatever state it insists on. */
function digestOfStep({ summary, request, addresses, effects }: PlannedStep): string {
  const { headers: _conditions, ...compared } = request;
  const cascaded = effects.map(({ live: { address, facts, remains } }) => [
    address,
    facts,
    remains,
  ]);
  return digestOfValue([summary, compared, addresses, cascaded]);
}

function differentSteps(original: Plan, copy: Plan): readonly Address[] {
  const [wanted, found] = [digestsOfSteps(original), digestsOfSteps(copy)];
  const digests = (all: typeof wanted, address: Address) =>
    all
      .get(address)
      ?.map(({ digest }) => digest)
      .join();
  return [...addressSet([...wanted.addresses(), ...found.addresses()])].filter(
    (address) => digests(wanted, address) !== digests(found, address),
  );
}

function digestsOfSteps({ steps }: Plan) {
  const all = steps.flatMap((step) => {
    const digest = digestOfStep(step);
    return step.addresses.map((address) => ({ address, digest }));
  });
  return groupByAddress(all, ({ address }) => address);
}

/** Whom the first request serves that comes in another place. */
function misplaced(original: Plan, copy: Plan, unlike: PlanDifferences): readonly Address[] {
  const rest = ({ steps }: Plan) =>
    steps.filter(({ addresses }) => !addresses.some((one) => unlike.has(one)));
  const [wanted, found] = [rest(original), rest(copy)];
  const at = wanted.findIndex((step, index) => {
    const other = found[index];
    return other === undefined || digestOfStep(step) !== digestOfStep(other);
  });
  return wanted[at]?.addresses ?? [];
}
