/** What a plan over a part of an estate would take along although it is not selected. */
import { formatAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

/** What would go for good although it is not selected, as blocks. */
export function findUnselectedLosses({
  changes,
  holders,
  others,
}: Pick<Described, "changes" | "holders" | "others">): readonly Block[] {
  if (others.length === 0) return [];
  const unselected = addressSet(others);
  return changes.flatMap(({ address, takesAlong, comesBack }) => {
    const back = addressSet(comesBack);
    const lost = takesAlong
      .filter((one) => unselected.has(one) && !back.has(one) && !holders.has(one))
      .map(formatAddress);
    if (lost.length === 0) return [];
    const message = `${formatAddress(address)} would take ${lost.join(", ")} along, and the selection leaves that out`;
    const hint = "Select it too, or plan without a selection.";
    return [{ name: undefined, message, hint }];
  });
}
