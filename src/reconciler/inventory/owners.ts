/**
 * What other estates of the catalog own. Claims decide between several owners
 * (docs/decisions/0019-owners.md).
 */
import { compareText } from "../../model/address.ts";
import { addressMap, type AddressMap } from "../../model/address-map.ts";
import { listFolder } from "../../wire/resource.ts";
import type { KindContext } from "../kind.ts";
import { STATE_FOLDER } from "./catalog-state.ts";
import { ownedIn, type Inventory, readOwned } from "./inventory.ts";

/** Name of the shared document of claims, beside the estates' folders. */
export const CLAIMS = "claims.json";

export interface Owner {
  readonly estate: string;
  readonly claim: number;
}

/** Other estates that own something, by address. */
export type Owners = AddressMap<Owner>;

/**
 * None if the server's files are not accessible. Takes one request, plus one for each other
 * estate. Throws StateError for an unreadable inventory.
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

/** With equal claims, the other estate owns the object. */
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
