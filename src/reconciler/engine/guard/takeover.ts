/** Objects of other estates that a plan would change, make its own or take along. */
import { formatAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import { fewOf } from "../../../model/few.ts";
import type { Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

/** A block for each other estate that loses something. */
export function findTakeovers({
  changes,
  owners,
}: Pick<Described, "changes" | "owners">): readonly Block[] {
  const taken = changes.flatMap(({ address, owner, takesAlong, comesBack }) => {
    const back = addressSet(comesBack);
    const gone = takesAlong.filter((one) => !back.has(one));
    return [...(owner === undefined ? [] : [address]), ...gone];
  });
  const byEstate = Map.groupBy(
    addressSet(taken.filter((one) => owners.has(one))),
    (one) => owners.get(one)?.estate ?? "",
  );
  return [...byEstate].map(([estate, addresses]) => ({
    name: "takeover",
    message: `The estate ${estate} owns ${fewOf(addresses.map(formatAddress))}`,
    hint: "Leave it to that estate, or take it over with --allow takeover, or with allow: [takeover] in the project file.",
  }));
}
