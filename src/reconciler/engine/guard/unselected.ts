/** What a plan over a part of an estate would take along although it is not selected. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressSet, type AddressMap } from "../../../model/address-map.ts";
import type { Resource } from "../../kind.ts";
import { findHolders } from "../plan/holders.ts";
import type { Block, Change } from "../plan/plan.ts";

/** What is held against each other. */
export interface UnselectedInput {
  readonly changes: readonly Change[];
  readonly resources: AddressMap<Resource>;
  /** What the plan is not about. */
  readonly others: readonly Address[];
}

/** What would go for good although it is not selected, as blocks. */
export function findUnselectedLosses({
  changes,
  resources,
  others,
}: UnselectedInput): readonly Block[] {
  if (others.length === 0) return [];
  const unselected = addressSet(others);
  const holders = findHolders(resources.values());
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
