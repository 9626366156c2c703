/** Blocks for changes to objects of other estates, one per estate. */
import { formatAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import { fewOf } from "../../../model/few.ts";
import { lostWith, type Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

export function findTransfers({
  changes,
  owners,
}: Pick<Described, "changes" | "owners">): readonly Block[] {
  if (owners.size === 0) return [];
  const transferred = changes.flatMap((change) => [
    ...(change.owner === undefined ? [] : [change.address]),
    ...lostWith(change),
  ]);
  const byEstate = Map.groupBy(
    addressSet(transferred.filter((one) => owners.has(one))),
    (one) => owners.get(one)?.estate ?? "",
  );
  return [...byEstate].map(([estate, addresses]) => ({
    name: "takeover",
    message: `The estate ${estate} owns ${fewOf(addresses.map(formatAddress))}`,
    about: addresses,
    hint: "Leave it to that estate, or transfer it with --allow takeover, or with allow: [takeover] in the project file.",
  }));
}
