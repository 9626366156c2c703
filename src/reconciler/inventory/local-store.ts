/** The inventory as a file beside the manifests, for catalogs that keep no files. */
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  emptyInventory,
  parseInventory,
  renderInventory,
  type InventoryStore,
} from "./inventory.ts";
import { parseJournal, renderJournal } from "./journal.ts";

/** The store of an estate in a file, its journal in the same folder; replaced as a whole, never half written. */
export function localInventory(estate: string, file: string): InventoryStore {
  const journal = join(dirname(file), "journal.json");
  return {
    place: file,
    load: async () =>
      (await readIfThere(file, (text) => parseInventory(text, estate))) ?? emptyInventory(estate),
    save: (inventory) => replace(file, renderInventory(inventory)),
    journal: {
      load: () => readIfThere(journal, (text) => parseJournal(text, estate)),
      save: (losses) => replace(journal, renderJournal(losses, estate)),
      clear: () => rm(journal, { force: true }),
    },
  };
}

async function readIfThere<Document>(
  file: string,
  parse: (text: string) => Document,
): Promise<Document | undefined> {
  try {
    return parse(await readFile(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`The inventory ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function replace(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const staged = `${file}.new`;
  await writeFile(staged, text, { mode: 0o600, flush: true });
  await rename(staged, file);
  // The new name is on disk with its folder only.
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
