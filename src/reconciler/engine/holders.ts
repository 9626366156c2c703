/** Which declared object holds or brings which other objects. */
import { formatAddress } from "../../model/address.ts";
import type { Resource } from "../kind.ts";

/** Declared objects by text of the addresses of their parts, and of what comes with them. */
export function findHolders(resources: Iterable<Resource>): ReadonlyMap<string, Resource> {
  const holders = new Map<string, Resource>();
  for (const resource of resources) {
    for (const address of [...(resource.parts ?? []), ...(resource.brings ?? [])])
      holders.set(formatAddress(address), resource);
  }
  return holders;
}
