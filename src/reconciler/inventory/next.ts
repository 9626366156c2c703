/** What an estate owns after a run: the inventory before it, and what became of each change. Pure. */
import { formatAddress, type Address } from "../../model/address.ts";
import { addressesOf } from "../../model/address-map.ts";
import type { Facts, Lifecycle } from "../kind.ts";
import { inventoryWith, ownedObject, type Inventory, type OwnedObject } from "./inventory.ts";
import type { Owners } from "./owners.ts";

/** A change as far as ownership is concerned; `done` when all its requests succeeded. */
export interface OwnedChange {
  readonly address: Address;
  /** The address it had until then. */
  readonly formerly?: Address | undefined;
  readonly action: "none" | "create" | "update" | "replace" | "delete" | "forget";
  readonly after: Facts | undefined;
  readonly lifecycle: Lifecycle | undefined;
  readonly done: boolean;
  /** Set where it failed, was not there before, and left something on the server all the same. */
  readonly isLeft?: boolean;
  /** What goes with it for good. */
  readonly lost: readonly Address[];
}

/** The inventory after the changes; what `owners` owned until then is transferred. */
export function nextInventory(
  inventory: Inventory,
  changes: readonly OwnedChange[],
  owners: Owners,
): Inventory {
  const objects = new Map<string, OwnedObject>(inventory.objects);
  for (const change of changes) {
    const { address, formerly, action, after, lifecycle, done } = change;
    const key = formatAddress(address);
    const before = objects.get(key);
    const owner = owners.get(address);
    const claim = owner === undefined ? before?.claim : owner.claim + 1;
    if (!done) {
      const left = leftOf(change, before, claim);
      if (left !== undefined) objects.set(key, left);
      continue;
    }
    if (formerly !== undefined) objects.delete(formatAddress(formerly));
    if (action === "delete" || action === "forget") objects.delete(key);
    else if (after !== undefined) objects.set(key, ownedObject(after, { lifecycle, claim }));
  }
  // Nothing else is said of what no manifest declares and nobody prunes.
  const concerned = addressesOf(changes);
  const lost = changes.flatMap((one) => (one.done ? one.lost : []));
  for (const address of lost) if (!concerned.has(address)) objects.delete(formatAddress(address));
  return inventoryWith(inventory.estate, objects);
}

/** Of an object that may be there in part, nothing that was applied before can be trusted. */
function leftOf(
  { action, lifecycle, isLeft }: OwnedChange,
  before: OwnedObject | undefined,
  claim: number | undefined,
): OwnedObject | undefined {
  const isNew = action === "create" || action === "replace";
  if (before !== undefined) return isNew ? { ...before, facts: {} } : undefined;
  return isLeft === true ? ownedObject({}, { lifecycle, claim }) : undefined;
}

/** Whether nothing is known to have been applied of what is owned, though something is declared of it. */
export function isHalfMade(owned: Facts | undefined, facts: Facts = {}): boolean {
  if (owned === undefined || Object.keys(facts).length === 0) return false;
  return Object.keys(owned).length === 0;
}
