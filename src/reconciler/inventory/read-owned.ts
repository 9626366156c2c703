/** Reads what an estate owns from its state. */
import type { Reader } from "../../wire/request.ts";
import { readStateDocument, StateError, type StateStore } from "./state-store.ts";
import { catalogState } from "./catalog-state.ts";
import { parseInventory, type Inventory } from "./inventory.ts";

/** Name of the document with what the estate owns. */
export const INVENTORY = "inventory.json";

/** The inventory of an estate that the catalog lists; undefined when there is none. Throws StateError. */
export async function readOwned(estate: string, read: Reader): Promise<Inventory | undefined> {
  const state = catalogState(estate, { read, send: undefined, isListed: true });
  return (await readInventory(state, estate))?.form;
}

/**
 * The inventory in some state, and its document. Throws StateError, also where it is there and is not given: to own
 * nothing is something else.
 */
export async function readInventory(state: StateStore, estate: string) {
  const read = () => readStateDocument(state, INVENTORY, (text) => parseInventory(text, estate));
  const found = await read();
  if (found !== undefined || (await state.hides?.(INVENTORY)) !== true) return found;
  // A run may have written it in between.
  const again = await read();
  if (again !== undefined) return again;
  throw new StateError(state.place(INVENTORY), HIDDEN);
}

const HIDDEN =
  "is answered with 404, although the catalog lists it: something before the server keeps it back, and what the estate owns is not known";
