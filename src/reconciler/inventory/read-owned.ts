/** Reads an estate's inventory from its state. */
import type { Reader } from "../../wire/request.ts";
import { readStateDocument, StateError, type StateStore } from "./state-store.ts";
import { catalogState } from "./catalog-state.ts";
import { parseInventory, type Inventory } from "./inventory.ts";

/** Name of the inventory document. */
export const INVENTORY = "inventory.json";

/** Throws StateError. */
export async function readOwned(estate: string, read: Reader): Promise<Inventory | undefined> {
  const state = catalogState(estate, { read, send: undefined, isListed: true });
  return (await readInventory(state, estate))?.form;
}

/**
 * Throws StateError, also if the document exists but is not returned: that is not owning nothing.
 */
export async function readInventory(state: StateStore, estate: string) {
  const read = () => readStateDocument(state, INVENTORY, (text) => parseInventory(text, estate));
  const found = await read();
  if (found !== undefined || (await state.hides?.(INVENTORY)) !== true) return found;
  // A run may have just written it.
  const again = await read();
  if (again !== undefined) return again;
  throw new StateError(state.place(INVENTORY), HIDDEN);
}

const HIDDEN =
  "is answered with 404, although the catalog lists it: something before the server keeps it back, and what the estate owns is not known";
