/** Blocks for unselected objects that cascades of a partial plan would delete. */
import { formatAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import { lostWith, type Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

export function findUnselectedDeletions({
  changes,
  holders,
  others,
}: Pick<Described, "changes" | "holders" | "others">): readonly Block[] {
  if (others.length === 0) return [];
  const unselected = addressSet(others);
  return changes.flatMap((change) => {
    const { address } = change;
    const unselectedDeletions = lostWith(change)
      .filter((one) => unselected.has(one) && !holders.has(one))
      .map(formatAddress);
    if (unselectedDeletions.length === 0) return [];
    const message = `${formatAddress(address)} would also delete ${unselectedDeletions.join(", ")}, and the selection leaves that out`;
    const hint = "Select it too, or plan without a selection.";
    return [{ name: undefined, message, hint, about: [address] }];
  });
}
