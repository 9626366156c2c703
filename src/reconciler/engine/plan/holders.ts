/** Which declared object holds or brings which other objects. */
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type { Resource } from "../../kind.ts";

/** Declared objects by their parts, and by what comes with them. */
export function findHolders(resources: Iterable<Resource>): AddressMap<Resource> {
  const holders = addressMap<Resource>();
  for (const resource of resources) {
    for (const address of [...(resource.parts ?? []), ...(resource.brings ?? [])])
      holders.set(address, resource);
  }
  return holders;
}
