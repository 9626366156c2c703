/** Objects of other estates that a plan would change, make its own or take along. */
import { formatAddress } from "../../model/address.ts";
import { fewOf } from "../../model/few.ts";
import type { Owners } from "../inventory/owners.ts";
import type { Block, Change } from "./plan.ts";

/** A block for each other estate that loses something. */
export function findTakeovers(changes: readonly Change[], owners: Owners): readonly Block[] {
  const taken = changes.flatMap(({ address, owner, takesAlong, comesBack }) => {
    const back = new Set(comesBack.map(formatAddress));
    const gone = takesAlong.map(formatAddress).filter((key) => !back.has(key));
    return [...(owner === undefined ? [] : [formatAddress(address)]), ...gone];
  });
  const byEstate = Map.groupBy(
    new Set(taken.filter((key) => owners.has(key))),
    (key) => owners.get(key)?.estate ?? "",
  );
  return [...byEstate].map(([estate, keys]) => ({
    name: "takeover",
    message: `The estate ${estate} owns ${fewOf(keys)}`,
    hint: "Leave it to that estate, or take it over with --allow takeover, or with allow: [takeover] in the project file.",
  }));
}
