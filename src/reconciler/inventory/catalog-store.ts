/** The inventory inside the catalog itself, as a file of its data directory. */
import { pathOf, resourcePath } from "../../wire/paths.ts";
import { expectFound, get } from "../../wire/reading.ts";
import {
  bodyText,
  refusalText,
  succeeded,
  type Reader,
  type Transport,
} from "../../wire/request.ts";
import { mediaTypes } from "../../wire/media.ts";
import {
  emptyInventory,
  parseInventory,
  renderInventory,
  type InventoryStore,
} from "./inventory.ts";

/** An inventory that could not be read or written; the reason says why. */
export class InventoryError extends Error {
  constructor(place: string, reason: string) {
    super(`The inventory ${place} ${reason}`);
    this.name = "InventoryError";
  }
}

/** The store of an estate; `send` is absent for commands that only read. */
export function catalogInventory(
  estate: string,
  read: Reader,
  send: Transport | undefined,
): InventoryStore {
  const file = `plumbline/${estate}/inventory.json`;
  const place = `${pathOf("resources", {})}/${file}`;
  let etag: string | undefined;
  let known = false;
  return {
    place,
    load: async () => {
      const response = await get(read, resourcePath(file));
      known = response.status !== 404;
      if (!known) return emptyInventory(estate);
      etag = response.headers["etag"];
      try {
        return parseInventory(bodyText(expectFound(response, resourcePath(file))), estate);
      } catch (error) {
        throw new InventoryError(place, `cannot be read: ${(error as Error).message}`);
      }
    },
    save: async (inventory) => {
      if (send === undefined)
        throw new InventoryError(place, "is not written by commands that read");
      const condition =
        etag !== undefined ? { "if-match": etag } : known ? {} : { "if-none-match": "*" };
      const response = await send({
        method: "PUT",
        path: resourcePath(file),
        headers: condition,
        mediaType: mediaTypes.json,
        body: { kind: "text", text: renderInventory(inventory) },
      });
      if (response.status === 412)
        throw new InventoryError(place, "was changed by somebody else meanwhile; plan again");
      if (!succeeded(response))
        throw new InventoryError(
          place,
          `could not be written: ${response.status} ${refusalText(response)}`,
        );
    },
  };
}
