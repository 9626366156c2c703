/** What stands in the way of a plan whatever is allowed: only another situation clears it away. */
import type { Block } from "../plan/plan.ts";
import { setChange } from "../plan/set-change.ts";
import type { Described } from "../plan/stages.ts";

/** What the search for obstacles looks at. */
type ObstaclesInput = Pick<Described, "kinds" | "context" | "changes" | "live">;

/** Asks the kinds that are changed what stands in the way of it. */
export async function findObstacles(input: ObstaclesInput): Promise<readonly Block[]> {
  const changing = input.changes.filter(({ action }) => action !== "none" && action !== "forget");
  const names = new Set(changing.map(({ address }) => address.kind));
  const blocks: Block[] = [];
  for (const name of names) {
    const changes = (kind: string) => setChange(input, kind);
    const found = await input.kinds.get(name)?.access?.obstacles?.(changes, input.context);
    for (const obstacle of found ?? []) blocks.push({ name: undefined, ...obstacle });
  }
  return blocks;
}
