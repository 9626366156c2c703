/** Access effects of all changes of a kind together, from the guards of the kinds. */
import { withKinds } from "../../kind.ts";
import { type Block, asBlock, isTouched } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";

/** `consequences` are sentences without their full stops, for the plan. */
export function findAccessEffects({ kinds, changes, live, context: { server } }: Described): {
  readonly blocks: readonly Block[];
  readonly consequences: readonly string[];
} {
  // An object deleted with another one no longer controls access.
  const effective = changes.filter((one) => isTouched(one) && one.deletedWith === undefined);
  const blocks: Block[] = [];
  const consequences: string[] = [];
  for (const [{ name, access }, changed] of withKinds(kinds, effective)) {
    const found = access?.guard?.(setChange({ changes: effective, live }, name), server);
    if (found === undefined) continue;
    const own = changed.map(({ address }) => address);
    blocks.push(...found.dangers.map((danger) => asBlock(danger, own)));
    consequences.push(...found.consequences);
  }
  return { blocks, consequences };
}
