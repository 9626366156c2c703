/** Which objects contain or bring which others. */
import type { Address } from "../../../model/address.ts";
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type { AnyKind, Live, Resource } from "../../kind.ts";

/** What an object contains, or was created with it. */
export function contentsOf(kinds: ReadonlyMap<string, AnyKind>, live: Live): readonly Address[] {
  return kinds.get(live.address.kind)?.inside?.contains?.(live) ?? [];
}

/** Declared objects by their parts and by what they bring. */
export function findHolders(resources: Iterable<Resource>): AddressMap<Resource> {
  const holders = addressMap<Resource>();
  for (const resource of resources) {
    const { parts, brings } = resource;
    if (parts === undefined && brings === undefined) continue;
    for (const held of [...(parts ?? []), ...(brings ?? [])]) holders.set(held, resource);
  }
  return holders;
}
