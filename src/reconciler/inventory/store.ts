/** The inventory of an estate and the journal beside it, as documents of its books. */
import { dirname } from "node:path";
import { lock } from "../../model/limits.ts";
import type { Reader, Transport } from "../../wire/request.ts";
import { readBook, type Book, type Books } from "./books.ts";
import { catalogBooks, sharedBooks } from "./catalog-books.ts";
import { claimsIn } from "./claims.ts";
import { emptyInventory, renderInventory, type InventoryStore } from "./inventory.ts";
import { parseJournal, renderJournal, type JournalStore } from "./journal.ts";
import { localBooks } from "./local-books.ts";
import { INVENTORY, readInventory } from "./read-owned.ts";

export { INVENTORY } from "./read-owned.ts";

/** Name of the journal. */
export const JOURNAL = "journal.json";

/**
 * The store inside the catalog; `send` is absent for commands that only read. `settleMs` is for claims on a
 * server without conditions.
 */
export function catalogInventory(
  estate: string,
  read: Reader,
  send: Transport | undefined,
  settleMs: number = lock.settleMs,
): InventoryStore {
  const claims = claimsIn(sharedBooks(read, send), estate, settleMs);
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
