/** The inventory of an estate and the journal beside it, as documents of its state. */
import { dirname, join } from "node:path";
import { lock } from "../../model/limits.ts";
import {
  readStateDocument,
  type StateDocument,
  type StateStore,
  StateError,
} from "./state-store.ts";
import { catalogState, sharedState, type CatalogAccess } from "./catalog-state.ts";
import { claimsIn, type ClaimsStore } from "./claims.ts";
import { emptyInventory, renderInventory, type Inventory } from "./inventory.ts";
import { parseJournal, renderJournal, type JournalStore } from "./journal.ts";
import { INVENTORY, readInventory } from "./read-owned.ts";
import { reasonOf } from "../../model/failure.ts";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";

export { INVENTORY } from "./read-owned.ts";

/** Where an inventory is kept. */
export interface InventoryStore {
  /** The inventory; an empty one when there is none. Rejects when it cannot be read. */
  readonly load: () => Promise<Inventory>;
  /** Replaces it. Rejects when somebody else changed it since it was loaded. */
  readonly save: (inventory: Inventory) => Promise<void>;
  /** Where it is, for messages. */
  readonly place: string;
  /** What a run that is under way, or was cut off, deletes by cascades and sends last. */
  readonly journal: JournalStore;
  /** The state documents that both are among. */
  readonly state: StateStore;
  /** What the estate is about to own; absent where other estates do not see what it owns. */
  readonly claims?: ClaimsStore;
}

/** Name of the journal. */
export const JOURNAL = "journal.json";

/** The store inside the catalog; `confirmMs` is for claims on a server without conditions. */
export function catalogInventory(
  estate: string,
  access: CatalogAccess,
  confirmMs: number = lock.confirmMs,
): InventoryStore {
  const claims = claimsIn(sharedState(access), estate, confirmMs);
  return { ...inventoryIn(catalogState(estate, access), estate), claims };
}

/** The store in the folder of a file beside the manifests. */
export function localInventory(estate: string, file: string): InventoryStore {
  return inventoryIn(localState(dirname(file)), estate);
}

/** The store in any state. */
export function inventoryIn(state: StateStore, estate: string): InventoryStore {
  let seen: StateDocument | "nothing" = "nothing";
  return {
    place: state.place(INVENTORY),
    state,
    journal: journalIn(state, estate),
    load: async () => {
      const found = await readInventory(state, estate);
      seen = found?.document ?? "nothing";
      return found?.form ?? emptyInventory(estate);
    },
    save: (inventory) => state.save(INVENTORY, renderInventory(inventory), seen),
  };
}

/** One who writes the journal holds the lock: it needs no condition. */
function journalIn(state: StateStore, estate: string): JournalStore {
  return {
    load: async () =>
      (await readStateDocument(state, JOURNAL, (text) => parseJournal(text, estate)))?.form,
    save: (journal) => state.save(JOURNAL, renderJournal(journal, estate)),
    clear: () => state.remove(JOURNAL),
  };
}

/** The state in a folder, which is made when it is missing. It knows no conditions. */
function localState(folder: string): StateStore {
  const place = (name: string) => join(folder, name);
  return {
    place,
    load: async (name) => {
      try {
        return { text: await readFile(place(name), "utf8"), etag: undefined };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        const reason = `cannot be read: ${reasonOf(error)}`;
        throw new StateError(place(name), reason, { cause: error });
      }
    },
    save: (name, text) => replace(folder, name, text),
    remove: (name) => rm(place(name), { force: true }),
  };
}

async function replace(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const staged = `${file}.new`;
  await writeFile(staged, text, { mode: 0o600, flush: true });
  await rename(staged, file);
  // The new name is on disk with its folder only.
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
