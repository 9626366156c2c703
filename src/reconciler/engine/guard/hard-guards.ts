/** Guards whose findings cannot be allowed by name. */
import type { Block } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";
import { forChanges } from "../plan/unreadable.ts";

export async function findHardStops(
  input: Pick<Described, "kinds" | "context" | "changes" | "live">,
): Promise<readonly Block[]> {
  const changing = input.changes.filter(({ action }) => action !== "none" && action !== "forget");
  const names = new Set(changing.map(({ address }) => address.kind));
  const blocks: Block[] = [];
  for (const name of names) {
    const changes = (kind: string) => setChange(input, kind);
    const guard = input.kinds.get(name)?.access?.hardGuard;
    const own = changing.map(({ address }) => address).filter(({ kind }) => kind === name);
    const found = await forChanges(own, async () => guard?.(changes, input.context));
    for (const finding of found ?? []) blocks.push({ name: undefined, ...finding });
  }
  return blocks;
}
