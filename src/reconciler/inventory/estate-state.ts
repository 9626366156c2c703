/** What a plan needs of the state in a catalog: of its own estate, and of the others. */
import type { KindContext } from "../kind.ts";
import type { Inventory } from "./inventory.ts";
import type { Journal } from "./journal.ts";
import type { InventoryStore } from "./store.ts";
import { ownersBeside, readOtherInventories, type Owners } from "./owners.ts";

/** What is owned, by whom, and what a run that was cut off left behind. */
export interface EstateState {
  readonly inventory: Inventory;
  readonly journal: Journal | undefined;
  readonly owners: Owners;
}

/** Reads the state of an estate and of those beside it, at once. Rejects with StateError. */
export async function readEstateState(
  estate: string,
  store: InventoryStore,
  context: KindContext,
): Promise<EstateState> {
  const [inventory, journal, others] = await Promise.all([
    store.load(),
    store.journal.load(),
    readOtherInventories(estate, context),
  ]);
  return { inventory, journal, owners: ownersBeside(inventory, others) };
}
