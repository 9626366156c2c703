/** Facts that are sets, as the requests of an update depend on them. */
import { isSet, type Facts, type UpdateOf } from "../../kind.ts";

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
  return isSet(value) ? value : [];
}
