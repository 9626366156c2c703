/** Ownership changes that follow from a plan. Pure. */
import { addressSet, type AddressSet } from "../model/address-map.ts";
import { undoneIn } from "./engine/run/outcomes.ts";
import type { Execution } from "./engine/run/execute.ts";
import { lostWith, type Change, type Plan } from "./engine/plan/plan.ts";
import { addressesIn, type Inventory } from "./inventory/inventory.ts";
import type { OwnedChange } from "./inventory/next.ts";
import { kinds } from "./kinds/registry.ts";

/** The ownership changes after a run; `left` are objects that failed creations left behind. */
export function ownedChanges(
  { plan, inventory }: { readonly plan: Plan; readonly inventory: Inventory },
  outcomes: Pick<Execution, "reports" | "rollbacks">,
  left: AddressSet = addressSet(),
): readonly OwnedChange[] {
  const undone = undoneIn(plan, outcomes);
  // Objects of a deleted workspace may return in another one.
  const withinOf = ({ action, address: { kind, name } }: Change) =>
    action === "delete" && kinds.get(kind)?.names?.isWorkspace === true
      ? addressesIn(inventory).filter(({ workspace }) => workspace === name)
      : [];
  return plan.changes.map((one) => {
    const { address, formerly, action, after, lifecycle } = one;
    const [done, isLeft] = [!undone.has(address), left.has(address)];
    const lost = [...lostWith(one), ...withinOf(one)];
    return { address, formerly, action, after, lifecycle, done, isLeft, lost };
  });
}
