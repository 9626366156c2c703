/** What the changes of a kind mean together, beyond each of them: asked of the kinds that know. */
import type { Judgement } from "../../kind.ts";
import type { Change } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";

/** Dangers and consequences of the changes of all kinds. */
export function judgeChanges({
  kinds,
  changes,
  live,
}: Pick<Described, "kinds" | "changes" | "live">): Judgement {
  const effective = changes.filter(isEffective);
  const names = new Set(effective.map(({ address }) => address.kind));
  const judged = [...names].flatMap(
    (name) => kinds.get(name)?.access?.judge?.(setChange({ changes: effective, live }, name)) ?? [],
  );
  return {
    dangers: judged.flatMap(({ dangers }) => dangers),
    consequences: judged.flatMap(({ consequences }) => consequences),
  };
}

/** What goes along with something else decides over nothing any more. */
function isEffective({ action, goesWith }: Change): boolean {
  return action !== "none" && action !== "forget" && goesWith === undefined;
}
