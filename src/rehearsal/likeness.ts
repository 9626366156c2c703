/**
 * Whether a plan made on the copy is the plan that was made on the original: the same changes by the
 * same requests in the same order. Pure.
 */
import { formatAddress, type Address } from "../model/address.ts";
import { digestOfValue } from "../model/digest.ts";
import type { Change, Plan, PlannedStep } from "../reconciler/engine/plan/plan.ts";
import type { AnyKind, Facts, Loss } from "../reconciler/kind.ts";
import type { Gap } from "./copying.ts";

/** Why objects cannot be rehearsed, by text of their addresses. */
export type Unlike = ReadonlyMap<string, string>;

/** Finds what is not the same; `gaps` are what the copy is known to lack. */
export function findUnlike(
  { original: whole, copy: tried }: { readonly original: Plan; readonly copy: Plan },
  gaps: readonly Gap[],
  kinds: ReadonlyMap<string, AnyKind>,
): Unlike {
  const [original, copy] = [asTold(whole, kinds), asTold(tried, kinds)];
  const unlike = new Map<string, string>();
  const note = (key: string, what: string) => {
    if (!unlike.has(key)) unlike.set(key, reasonIn(gaps, key) ?? what);
  };
  const [wanted, found] = [changesOf(original), changesOf(copy)];
  for (const key of new Set([...wanted.keys(), ...found.keys()])) {
    const [here, there] = [wanted.get(key), found.get(key)];
    if (digestOfChange(here) === digestOfChange(there)) continue;
    note(key, differenceOf(here, there));
  }
  for (const key of differentSteps(original, copy))
    note(key, "its requests on the copy would be other ones");
  for (let more = misplaced(original, copy, unlike); more.length > 0;) {
    for (const key of more) note(key, "its requests on the copy would come in another order");
    more = misplaced(original, copy, unlike);
  }
  return unlike;
}

/**
 * A plan with the facts that tell an object apart: what a kind only carries along, such as a whole document,
 * is written in another way by each server.
 */
function asTold(plan: Plan, kinds: ReadonlyMap<string, AnyKind>): Plan {
  const told = ({ kind }: Address, facts: Facts): Facts => {
    const { fields = {}, decisive = [] } = kinds.get(kind) ?? {};
    return Object.fromEntries(
      Object.entries(facts).filter(([name]) => name in fields || decisive.includes(name)),
    );
  };
  const lost = ({ live, by }: Loss): Loss => {
    const { remains, ...whole } = live;
    const facts = told(live.address, live.facts);
    return {
      live: { ...whole, facts, ...(remains && { remains: told(live.address, remains) }) },
      by,
    };
  };
  return {
    ...plan,
    changes: plan.changes.map((one) => ({
      ...one,
      before: one.before && told(one.address, one.before),
    })),
    steps: plan.steps.map((step) => ({ ...step, loses: step.loses.map(lost) })),
  };
}

type Changes = ReadonlyMap<string, Change>;

function changesOf({ changes }: Plan): Changes {
  return new Map(changes.map((change) => [formatAddress(change.address), change]));
}

function digestOfChange(change: Change | undefined): string {
  if (change === undefined) return "";
  const { where: _place, ...telling } = change;
  return digestOfValue(telling);
}

function differenceOf(here: Change | undefined, there: Change | undefined): string {
  const [wanted, found] = [here?.action ?? "none", there?.action ?? "none"];
  if (wanted !== found) return `on the copy it would need ${found} instead of ${wanted}`;
  const fields = (change: Change | undefined) =>
    (change?.fields ?? []).map(({ label }) => label).join(", ");
  if (fields(here) !== fields(there))
    return `on the copy it would differ in ${fields(there) || "nothing"} instead of ${fields(here) || "nothing"}`;
  return "the copy does not show it as the catalog does";
}

/** What the copy lacks of an object, or of one of its name. */
function reasonIn(gaps: readonly Gap[], key: string): string | undefined {
  const exact = gaps.find(({ address }) => formatAddress(address) === key);
  const name = key.slice(key.indexOf("/"));
  const alike = gaps.find(({ address }) => formatAddress(address).endsWith(name));
  return (exact ?? alike)?.reason;
}

/** What a request does, whatever state it insists on. */
function digestOfStep({ summary, request, addresses, loses }: PlannedStep): string {
  const { headers: _conditions, ...told } = request;
  const lost = loses.map(({ live: { address, facts, remains } }) => [address, facts, remains]);
  return digestOfValue([summary, told, addresses, lost]);
}

function differentSteps(original: Plan, copy: Plan): readonly string[] {
  const [wanted, found] = [stepsByAddress(original), stepsByAddress(copy)];
  const keys = new Set([...wanted.keys(), ...found.keys()]);
  return [...keys].filter((key) => wanted.get(key)?.join() !== found.get(key)?.join());
}

function stepsByAddress({ steps }: Plan): ReadonlyMap<string, readonly string[]> {
  const byAddress = new Map<string, string[]>();
  for (const step of steps) {
    const digest = digestOfStep(step);
    for (const key of step.addresses.map(formatAddress))
      byAddress.set(key, [...(byAddress.get(key) ?? []), digest]);
  }
  return byAddress;
}

/** Whom the first request serves that comes in another place. */
function misplaced(original: Plan, copy: Plan, unlike: Unlike): readonly string[] {
  const rest = ({ steps }: Plan) =>
    steps.filter(({ addresses }) => !addresses.some((one) => unlike.has(formatAddress(one))));
  const [wanted, found] = [rest(original), rest(copy)];
  const at = wanted.findIndex((step, index) => {
    const other = found[index];
    return other === undefined || digestOfStep(step) !== digestOfStep(other);
  });
  return (wanted[at]?.addresses ?? []).map(formatAddress);
}
