/** The inventory of an estate and the journal beside it, as documents of its books. */
import { dirname } from "node:path";
import type { Reader, Transport } from "../../wire/request.ts";
import { readBook, type Book, type Books } from "./books.ts";
import { catalogBooks, sharedBooks } from "./catalog-books.ts";
import { claimsIn } from "./claims.ts";
import {
  emptyInventory,
  parseInventory,
  renderInventory,
  type Inventory,
  type InventoryStore,
} from "./inventory.ts";
import { parseJournal, renderJournal, type JournalStore } from "./journal.ts";
import { localBooks } from "./local-books.ts";

/** Name of the document with what the estate owns. */
export const INVENTORY = "inventory.json";
/** Name of the journal. */
export const JOURNAL = "journal.json";

/** The store inside the catalog; `send` is absent for commands that only read. */
export function catalogInventory(
  estate: string,
  read: Reader,
  send: Transport | undefined,
): InventoryStore {
  const claims = claimsIn(sharedBooks(read, send), estate);
  return { ...inventoryIn(catalogBooks(estate, read, send), estate), claims };
}

/** The store in the folder of a file beside the manifests. */
export function localInventory(estate: string, file: string): InventoryStore {
  return inventoryIn(localBooks(dirname(file)), estate);
}

/** The store in any books. */
export function inventoryIn(books: Books, estate: string): InventoryStore {
  let seen: Book | "nothing" = "nothing";
  return {
    place: books.place(INVENTORY),
    books,
    journal: journalIn(books, estate),
    load: async () => {
      const found = await readInventory(books, estate);
      seen = found?.book ?? "nothing";
      return found?.form ?? emptyInventory(estate);
    },
    save: (inventory) => books.save(INVENTORY, renderInventory(inventory), seen),
  };
}

/** One who writes the journal holds the lock: it needs no condition. */
function journalIn(books: Books, estate: string): JournalStore {
  return {
    load: async () => (await readBook(books, JOURNAL, (text) => parseJournal(text, estate)))?.form,
    save: (losses) => books.save(JOURNAL, renderJournal(losses, estate)),
    clear: () => books.remove(JOURNAL),
  };
}

/** The inventory in the catalog of any estate; undefined when there is none. Throws BooksError. */
export async function readOwned(estate: string, read: Reader): Promise<Inventory | undefined> {
  return (await readInventory(catalogBooks(estate, read, undefined), estate))?.form;
}

function readInventory(books: Books, estate: string) {
  return readBook(books, INVENTORY, (text) => parseInventory(text, estate));
}
