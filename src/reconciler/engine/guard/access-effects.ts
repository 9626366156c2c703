/** Access effects of all changes of a kind together, from the guards of the kinds. */
import { type Block, asBlock } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";

/** `consequences` are sentences without their full stops, for the plan. */
export function findAccessEffects({ kinds, changes, live, context: { server } }: Described): {
  readonly blocks: readonly Block[];
  readonly consequences: readonly string[];
} {
  // An object deleted with another one no longer controls access.
  const effective = changes.filter(
    ({ action, deletedWith }) =>
      action !== "none" && action !== "forget" && deletedWith === undefined,
  );
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
