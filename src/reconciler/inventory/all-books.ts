/** All that the books of a catalog say to a plan: of the estate itself, and of the others. */
import type { KindContext, Loss } from "../kind.ts";
import type { Inventory } from "./inventory.ts";
import type { InventoryStore } from "./store.ts";
import { ownersBeside, readOtherInventories, type Owners } from "./owners.ts";

/** What is owned, by whom, and what a run that was cut off left behind. */
export interface AllBooks {
  readonly inventory: Inventory;
  readonly journal: readonly Loss[] | undefined;
  readonly owners: Owners;
}

/** Reads the books of an estate and of those beside it, at once. Rejects with BooksError. */
export async function readAllBooks(
  estate: string,
  store: InventoryStore,
  context: KindContext,
): Promise<AllBooks> {
  const [inventory, journal, others] = await Promise.all([
    store.load(),
    store.journal.load(),
    readOtherInventories(estate, context),
  ]);
  return { inventory, journal, owners: ownersBeside(inventory, others) };
}
