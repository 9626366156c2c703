/** The inventory inside the catalog itself, as a file of its data directory. */
import { pathOf, resourcePath } from "../../wire/paths.ts";
import { expectFound, get } from "../../wire/reading.ts";
import {
  bodyText,
  refusalText,
  succeeded,
  type Reader,
  type Transport,
  type WireRequest,
} from "../../wire/request.ts";
import { mediaTypes } from "../../wire/media.ts";
import {
  emptyInventory,
  parseInventory,
  renderInventory,
  type Inventory,
  type InventoryStore,
} from "./inventory.ts";
import { parseJournal, renderJournal, type JournalStore } from "./journal.ts";

/** Folder of the data directory in which every estate has a folder of its name. */
export const BOOKKEEPING = "plumbline";

/** Books of an estate that could not be read or written; the reason says why. */
export class InventoryError extends Error {
  constructor(place: string, reason: string) {
    super(`The inventory ${place} ${reason}`);
    this.name = "InventoryError";
  }
}

/** The inventory of an estate with its ETag; undefined when there is none. Throws InventoryError. */
export async function readInventory(
  estate: string,
  read: Reader,
): Promise<{ readonly inventory: Inventory; readonly etag: string | undefined } | undefined> {
  const path = resourcePath(fileOf(estate));
  const response = await get(read, path);
  if (response.status === 404) return undefined;
  try {
    const inventory = parseInventory(bodyText(expectFound(response, path)), estate);
    return { inventory, etag: response.headers["etag"] };
  } catch (error) {
    throw new InventoryError(placeOf(estate), `cannot be read: ${(error as Error).message}`);
  }
}

/** The store of an estate; `send` is absent for commands that only read. */
export function catalogInventory(
  estate: string,
  read: Reader,
  send: Transport | undefined,
): InventoryStore {
  const place = placeOf(estate);
  let etag: string | undefined;
  let known = false;
  return {
    place,
    journal: catalogJournal(estate, read, send),
    load: async () => {
      const found = await readInventory(estate, read);
      known = found !== undefined;
      etag = found?.etag;
      return found?.inventory ?? emptyInventory(estate);
    },
    save: async (inventory) => {
      const condition =
        etag !== undefined ? { "if-match": etag } : known ? {} : { "if-none-match": "*" };
      await put(
        send,
        { place, path: fileOf(estate), headers: condition },
        renderInventory(inventory),
      );
    },
  };
}

/** The journal beside an inventory. One who writes it holds the lock: it needs no condition. */
function catalogJournal(estate: string, read: Reader, send: Transport | undefined): JournalStore {
  const file = `${BOOKKEEPING}/${estate}/journal.json`;
  const path = resourcePath(file);
  const place = `${pathOf("resources", {})}/${file}`;
  return {
    load: async () => {
      const response = await get(read, path);
      if (response.status === 404) return undefined;
      try {
        return parseJournal(bodyText(expectFound(response, path)), estate);
      } catch (error) {
        throw new InventoryError(place, `cannot be read: ${(error as Error).message}`);
      }
    },
    save: (losses) => put(send, { place, path: file }, renderJournal(losses, estate)),
    clear: async () => {
      const response = await writerOf(send, place)({ method: "DELETE", path });
      if (succeeded(response) || response.status === 404) return;
      const reason = `${response.status} ${refusalText(response)}`;
      throw new InventoryError(place, `could not be removed: ${reason}`);
    },
  };
}

async function put(
  send: Transport | undefined,
  at: { readonly place: string; readonly path: string } & Pick<WireRequest, "headers">,
  text: string,
): Promise<void> {
  const { place, path, headers } = at;
  const response = await writerOf(
    send,
    place,
  )({
    method: "PUT",
    path: resourcePath(path),
    ...(headers === undefined ? {} : { headers }),
    mediaType: mediaTypes.json,
    body: { kind: "text", text },
  });
  if (response.status === 412)
    throw new InventoryError(place, "was changed by somebody else meanwhile; plan again");
  if (!succeeded(response))
    throw new InventoryError(
      place,
      `could not be written: ${response.status} ${refusalText(response)}`,
    );
}

function writerOf(send: Transport | undefined, place: string): Transport {
  if (send === undefined) throw new InventoryError(place, "is not written by commands that read");
  return send;
}

function fileOf(estate: string): string {
  return `${BOOKKEEPING}/${estate}/inventory.json`;
}

function placeOf(estate: string): string {
  return `${pathOf("resources", {})}/${fileOf(estate)}`;
}
