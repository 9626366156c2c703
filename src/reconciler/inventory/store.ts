/** An estate's inventory and journal as state documents. */
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
import {
  emptyInventory,
  renderInventory,
  type Inventory,
  INVENTORY,
  readInventory,
} from "./inventory.ts";
import { parseJournal, renderJournal, type JournalStore, type Journal } from "./journal.ts";
import { reasonOf } from "../../model/failure.ts";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import type { KindContext } from "../kind.ts";
import { ownersBeside, readOtherInventories, type Owners } from "./owners.ts";

export { INVENTORY } from "./inventory.ts";

/** Storage for an inventory. */
export interface InventoryStore {
  /** Empty when there is none. Rejects when it cannot be read. */
  readonly load: () => Promise<Inventory>;
  /** Rejects if the document changed since it was loaded. */
  readonly save: (inventory: Inventory) => Promise<void>;
  /** For messages. */
  readonly place: string;
  readonly journal: JournalStore;
  readonly state: StateStore;
  /** Absent where other estates do not see this inventory. */
  readonly claims?: ClaimsStore;
}

/** Name of the journal document. */
export const JOURNAL = "journal.json";

/** `confirmMs` is for claims on a server without conditions. */
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

/** The store in a given state. */
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

/** The lock holder alone writes the journal, so no condition is needed. */
function journalIn(state: StateStore, estate: string): JournalStore {
  return {
    load: async () =>
      (await readStateDocument(state, JOURNAL, (text) => parseJournal(text, estate)))?.form,
    save: (journal) => state.save(JOURNAL, renderJournal(journal, estate)),
    clear: () => state.remove(JOURNAL),
  };
}

/** Creates the folder. Supports no conditions. */
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
  // The rename is durable once the folder is synced.
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

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
