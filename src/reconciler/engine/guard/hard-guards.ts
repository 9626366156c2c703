/** Guards whose findings cannot be allowed by name. */
import { withKinds } from "../../kind.ts";
import { isTouched, type Block } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";
import { forChanges } from "../plan/unreadable.ts";

export async function findHardStops(
  input: Pick<Described, "kinds" | "context" | "changes" | "live">,
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const [{ access }, changed] of withKinds(input.kinds, input.changes.filter(isTouched))) {
    const guard = access?.hardGuard;
    if (guard === undefined) continue;
    const own = changed.map(({ address }) => address);
    const changes = (kind: string) => setChange(input, kind);
    const found = await forChanges(own, async () => guard(changes, input.context));
    for (const finding of found) blocks.push({ name: undefined, ...finding });
  }
  return blocks;
}
