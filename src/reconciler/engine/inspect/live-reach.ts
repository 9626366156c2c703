/**
 * The reach of a plan on the whole server, which includes undeclared layers, groups and stores. GET
 * only.
 */
import { addressMap, byAddress } from "../../../model/address-map.ts";
import type { AnyKind, KindContext, Resource } from "../../kind.ts";
import { findReached, isReaching } from "../plan/reach.ts";
import type { Plan } from "../plan/plan.ts";
import { broughtLive } from "./graph.ts";
import { survey } from "./survey.ts";

/** Adds the reach of the changes; reads nothing where other objects do not show them. */
export async function withLiveReach(
  plan: Plan,
  about: {
    readonly resources: readonly Resource[];
    readonly kinds: ReadonlyMap<string, AnyKind>;
    readonly context: KindContext;
  },
): Promise<Plan> {
  const { kinds, context } = about;
  if (!plan.changes.some((one) => isReaching(one, kinds))) return plan;
  const wants = {
    kind: (name: string) => kinds.get(name)?.reach !== undefined,
    address: () => true,
  };
  const lives = await survey({ kinds, context, wants });
  const live = addressMap(lives.map((one) => [one.address, one] as const));
  const found = { resources: byAddress(about.resources), live, kinds };
  const reached = findReached(plan.changes, found, broughtLive(lives, kinds));
  const changes = plan.changes.map((one) => {
    const reach = reached.get(one.address);
    return reach === undefined ? one : { ...one, reach };
  });
  return { ...plan, changes };
}
