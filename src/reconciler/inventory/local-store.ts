/** The inventory as a file beside the manifests, for catalogs that keep no files. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  emptyInventory,
  parseInventory,
  renderInventory,
  type InventoryStore,
} from "./inventory.ts";

/** The store of an estate in a file; replaced as a whole, never half written. */
export function localInventory(estate: string, file: string): InventoryStore {
  return {
    place: file,
    load: async () => {
      try {
        return parseInventory(await readFile(file, "utf8"), estate);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return emptyInventory(estate);
        throw new Error(`The inventory ${file} cannot be read: ${(error as Error).message}`, {
          cause: error,
        });
      }
    },
    save: async (inventory) => {
      await mkdir(dirname(file), { recursive: true });
      const staged = `${file}.new`;
      await writeFile(staged, renderInventory(inventory), { mode: 0o600, flush: true });
      await rename(staged, file);
    },
  };
}
