/**
 * Compares the plan on the copy with that on the original: changes, requests and their order. Pure.
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

export type PlanDifferences = AddressMap<string>;

/** `gaps` are known gaps of the copy. */
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
 * Keeps only facts that distinguish an object: servers write carried facts, such as a whole
 * document, differently.
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
  // These parts depend on the other objects of a server.
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

/** The gap of an object, or of any with its name. */
function reasonIn(gaps: readonly Gap[], wanted: Address): string | undefined {
  const exact = gaps.find(({ address }) => isSameAddress(address, wanted));
  const alike = gaps.find(({ address: { kind: _any, ...named } }) =>
    isSameAddress({ kind: wanted.kind, ...named }, wanted),
  );
  return (exact ?? alike)?.reason;
}

/** Ignores conditional headers. */
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

/** The objects of the first misplaced request. */
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
