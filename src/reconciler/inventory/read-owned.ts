/** Reads what an estate owns from its state. */
import type { Reader } from "../../wire/request.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";
import { catalogState } from "./catalog-state.ts";
import { parseInventory, type Inventory } from "./inventory.ts";

/** Name of the document with what the estate owns. */
export const INVENTORY = "inventory.json";

/** The inventory in the catalog of any estate; undefined when there is none. Throws StateError. */
export async function readOwned(estate: string, read: Reader): Promise<Inventory | undefined> {
  return (await readInventory(catalogState(estate, { read, send: undefined }), estate))?.form;
}

/** The inventory in some state, and its document. Throws StateError. */
export function readInventory(state: StateStore, estate: string) {
  return readStateDocument(state, INVENTORY, (text) => parseInventory(text, estate));
}
