/** Facts that are sets. */
import { isSet, type Facts, type UpdateOf } from "../../kind.ts";

/** The set that the server shows, else as last applied. */
export function knownIn(
  { live, recorded }: Pick<UpdateOf<unknown>, "live" | "recorded">,
  field: string,
): readonly string[] {
  return setIn(live.facts[field] === undefined ? (recorded ?? {}) : live.facts, field);
}

/** Returns an empty set when the fact is unknown. */
export function setIn(facts: Facts, field: string): readonly string[] {
  const value = facts[field];
  return isSet(value) ? value : [];
}
