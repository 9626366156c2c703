/** What the changes of a kind mean together, beyond each of them: asked of the kinds that know. */
import type { GuardFindings } from "../../kind.ts";
import type { Change } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";

/** Dangers and consequences of the changes of all kinds. */
export function findAccessEffects({
  kinds,
  changes,
  live,
}: Pick<Described, "kinds" | "changes" | "live">): GuardFindings {
  const effective = changes.filter(isEffective);
  const names = new Set(effective.map(({ address }) => address.kind));
  const found = [...names].flatMap(
    (name) => kinds.get(name)?.access?.guard?.(setChange({ changes: effective, live }, name)) ?? [],
  );
  return {
    dangers: found.flatMap(({ dangers }) => dangers),
    consequences: found.flatMap(({ consequences }) => consequences),
  };
}

/** What is deleted with something else decides over nothing any more. */
function isEffective({ action, deletedWith }: Change): boolean {
  return action !== "none" && action !== "forget" && deletedWith === undefined;
}
