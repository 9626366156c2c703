/** Which objects hold or bring which others. */
import type { Address } from "../../../model/address.ts";
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type { AnyKind, Live, Resource } from "../../kind.ts";

/** What an object holds, or what came with it, as its kind tells it. */
export function heldIn(kinds: ReadonlyMap<string, AnyKind>, live: Live): readonly Address[] {
  return kinds.get(live.address.kind)?.inside?.holds?.(live) ?? [];
}

/** Declared objects by their parts, and by what comes with them. */
export function findHolders(resources: Iterable<Resource>): AddressMap<Resource> {
  const holders = addressMap<Resource>();
  for (const resource of resources) {
    for (const address of [...(resource.parts ?? []), ...(resource.brings ?? [])])
      holders.set(address, resource);
  }
  return holders;
}
