/** The inventory of an estate and the journal beside it, as documents of its books. */
import { dirname } from "node:path";
import { lock } from "../../model/limits.ts";
import type { Reader, Transport } from "../../wire/request.ts";
import { readBook, type Book, type Books } from "./books.ts";
import { catalogBooks, sharedBooks } from "./catalog-books.ts";
import { claimsIn, type ClaimsStore } from "./claims.ts";
import { emptyInventory, renderInventory, type Inventory } from "./inventory.ts";
import { parseJournal, renderJournal, type JournalStore } from "./journal.ts";
import { localBooks } from "./local-books.ts";
import { INVENTORY, readInventory } from "./read-owned.ts";

export { INVENTORY } from "./read-owned.ts";

/** Where an inventory is kept. */
export interface InventoryStore {
  /** The inventory; an empty one when there is none. Rejects when it cannot be read. */
  readonly load: () => Promise<Inventory>;
  /** Replaces it. Rejects when somebody else changed it since it was loaded. */
  readonly save: (inventory: Inventory) => Promise<void>;
  /** Where it is, for messages. */
  readonly place: string;
  /** What a run that is under way, or was cut off, takes along. */
  readonly journal: JournalStore;
  /** The books that both are in. */
  readonly books: Books;
  /** What the estate is about to own; absent where other estates do not see what it owns. */
  readonly claims?: ClaimsStore;
}

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
