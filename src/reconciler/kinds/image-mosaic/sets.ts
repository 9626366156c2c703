/** Facts that are sets. */
import { setIn, type UpdateOf } from "../../kind.ts";

/** The set that the server shows, else as last applied. */
export function knownIn(
  { live, recorded }: Pick<UpdateOf<unknown>, "live" | "recorded">,
  field: string,
): readonly string[] {
  return setIn(live.facts[field] === undefined ? (recorded ?? {}) : live.facts, field);
}
