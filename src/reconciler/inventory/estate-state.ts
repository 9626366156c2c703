/** The state that a plan needs: of its own estate and of the others. */
import type { KindContext } from "../kind.ts";
import type { Inventory } from "./inventory.ts";
import type { Journal } from "./journal.ts";
import type { InventoryStore } from "./store.ts";
import { ownersBeside, readOtherInventories, type Owners } from "./owners.ts";

/** What is owned by whom, and what an interrupted run left. */
export interface EstateState {
  readonly inventory: Inventory;
  readonly journal: Journal | undefined;
  readonly owners: Owners;
}

/** Reads all estates concurrently. Rejects with StateError. */
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
