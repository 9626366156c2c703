/** Reads what an estate owns out of its books. */
import type { Reader } from "../../wire/request.ts";
import { readBook, type Books } from "./books.ts";
import { catalogBooks } from "./catalog-books.ts";
import { parseInventory, type Inventory } from "./inventory.ts";

/** Name of the document with what the estate owns. */
export const INVENTORY = "inventory.json";

/** The inventory in the catalog of any estate; undefined when there is none. Throws BooksError. */
export async function readOwned(estate: string, read: Reader): Promise<Inventory | undefined> {
  return (await readInventory(catalogBooks(estate, read, undefined), estate))?.form;
}

/** The inventory in some books, and its document. Throws BooksError. */
export function readInventory(books: Books, estate: string) {
  return readBook(books, INVENTORY, (text) => parseInventory(text, estate));
}
