/** Access effects of all changes of a kind together, from the guards of the kinds. */
import type { ServerProfile } from "../../kind.ts";
import { type Block, type Change, asBlock } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";

interface AccessEffects {
  readonly blocks: readonly Block[];
  /** Sentences without their full stops, for the plan. */
  readonly consequences: readonly string[];
}

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

/** An object deleted with another one no longer controls access. */
function isEffective({ action, deletedWith }: Change): boolean {
  return action !== "none" && action !== "forget" && deletedWith === undefined;
}
