/** Facts that are sets, as the requests of an update depend on them. */
import { compareText } from "../../../model/address.ts";
import type { Facts, FactValue, UpdateOf } from "../../kind.ts";

/** A set as the server shows it, else as it was last applied. */
export function knownIn(
  { live, recorded }: Pick<UpdateOf<unknown>, "live" | "recorded">,
  field: string,
): readonly string[] {
  return setIn(live.facts[field] === undefined ? (recorded ?? {}) : live.facts, field);
}

/** A fact that is a set; an empty one when it is not known. */
export function setIn(facts: Facts, field: string): readonly string[] {
  const value = facts[field];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Whether two facts are the same; the order in a set plays no part. */
export function sameSet(one: FactValue | undefined, other: FactValue | undefined): boolean {
  const members = (fact: FactValue | undefined) =>
    Array.isArray(fact) ? fact.toSorted(compareText).join("\n") : String(fact);
  return members(one) === members(other);
}
