/** What an estate owns after a run: the inventory before it, and what became of each change. Pure. */
import { formatAddress, type Address } from "../../model/address.ts";
import type { Facts } from "../kind.ts";
import type { Inventory, OwnedObject } from "./inventory.ts";

/** A change as far as ownership is concerned; `done` when all its requests succeeded. */
export interface OwnedChange {
  readonly address: Address;
  readonly action: "none" | "create" | "update" | "replace" | "delete" | "forget";
  readonly after: Facts | undefined;
  readonly done: boolean;
}

/** The inventory after the changes. */
export function nextInventory(inventory: Inventory, changes: readonly OwnedChange[]): Inventory {
  const objects = new Map<string, OwnedObject>(inventory.objects);
  for (const { address, action, after, done } of changes) {
    const key = formatAddress(address);
    if (!done) {
      // Of an object that may be there in part, nothing that was applied before can be trusted.
      const isNew = action === "create" || action === "replace";
      if (isNew && objects.has(key)) objects.set(key, { facts: {} });
      continue;
    }
    if (action === "delete" || action === "forget") objects.delete(key);
    else if (after !== undefined) objects.set(key, { facts: after });
  }
  return { estate: inventory.estate, objects };
}
