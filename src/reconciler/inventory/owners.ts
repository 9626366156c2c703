/**
 * What other estates of the same catalog own. Each estate writes its own inventory and no other;
 * who owns an object that several list is decided by their claims (docs/decisions/0019-owners.md).
 */
import { compareText } from "../../model/address.ts";
import { addressMap, type AddressMap } from "../../model/address-map.ts";
import { listFolder } from "../../wire/resource.ts";
import type { KindContext } from "../kind.ts";
import { STATE_FOLDER } from "./catalog-state.ts";
import { ownedIn, type Inventory } from "./inventory.ts";
import { readOwned } from "./read-owned.ts";

/** Name of the document beside the folders of the estates, in which they say what they are about to own. */
export const CLAIMS = "claims.json";

/** An estate that owns an object, and by which claim. */
export interface Owner {
  readonly estate: string;
  readonly claim: number;
}

/** Other estates that own something, by its address. */
export type Owners = AddressMap<Owner>;

/**
 * The inventories of other estates in the catalog; none where its files cannot be read. Takes one
 * request, and one more for each other estate. Throws StateError for one that cannot be read.
 */
export async function readOtherInventories(
  estate: string,
  { read, server }: KindContext,
): Promise<readonly Inventory[]> {
  if (!server.resources) return [];
  const names = (await listFolder(read, STATE_FOLDER)) ?? [];
  const others = names.filter((name) => name !== estate && name !== CLAIMS).toSorted(compareText);
  const found = await Promise.all(others.map((name) => readOwned(name, read)));
  return found.filter((one) => one !== undefined);
}

/** Owners of what another estate owns rather than this one; equal claims count for the other. */
export function ownersBeside(own: Inventory, others: readonly Inventory[]): Owners {
  const owners = addressMap<Owner>();
  const owned = ownedIn(own);
  for (const other of others) {
    for (const [address, { claim = 0 }] of ownedIn(other)) {
      const ours = owned.get(address);
      const isOurs = ours !== undefined && (ours.claim ?? 0) > claim;
      const before = owners.get(address);
      if (isOurs || (before !== undefined && before.claim >= claim)) continue;
      owners.set(address, { estate: other.estate, claim });
    }
  }
  return owners;
}
