/** What the changes of a kind mean together, beyond each of them: asked of the kinds that know. */
import type { ServerProfile } from "../../kind.ts";
import type { Block, Change } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";
import { asBlock } from "./danger.ts";

/** What the changes of all kinds mean together. */
interface AccessEffects {
  readonly blocks: readonly Block[];
  /** Sentences without their ends, for the plan. */
  readonly consequences: readonly string[];
}

/** Dangers and consequences of the changes of all kinds; a danger is about all changes of its kind. */
export function findAccessEffects(
  { kinds, changes, live }: Pick<Described, "kinds" | "changes" | "live">,
  server: ServerProfile,
): AccessEffects {
  const effective = changes.filter(isEffective);
  const names = new Set(effective.map(({ address }) => address.kind));
  const found = [...names].flatMap((name) => {
    const guard = kinds.get(name)?.access?.guard;
    const own = effective.map(({ address }) => address).filter(({ kind }) => kind === name);
    const findings = guard?.(setChange({ changes: effective, live }, name), server);
    return findings === undefined ? [] : [{ ...findings, own }];
  });
  return {
    blocks: found.flatMap(({ dangers, own }) => dangers.map((danger) => asBlock(danger, own))),
    consequences: found.flatMap(({ consequences }) => consequences),
  };
}

/** What is deleted with something else decides over nothing any more. */
function isEffective({ action, deletedWith }: Change): boolean {
  return action !== "none" && action !== "forget" && deletedWith === undefined;
}
