/** Indexes objects by id and name, and reports duplicates. */
import type { Address } from "../../model/address.ts";
import type { Notes } from "../notes.ts";
import type { Reference } from "./document.ts";

interface Indexed {
  readonly id: string | undefined;
  readonly name: string;
  readonly file: string;
}

export interface ObjectIndex<Item> {
  readonly all: readonly Item[];
  /** Finds by id, else by name in a scope. */
  readonly find: (reference: Reference | undefined, scope?: string | null) => Item | undefined;
}

/** Of two objects with one name in a scope, or one id, the first counts; the other is reported. */
export function indexOf<Item extends Indexed>(
  items: readonly Item[],
  about: {
    readonly notes: Notes;
    readonly scopeOf: (item: Item) => string | null;
    readonly addressOf: (item: Item) => Address;
  },
): ObjectIndex<Item> {
  const { notes, scopeOf, addressOf } = about;
  const byName = new Map<string, Item>();
  const byId = new Map<string, Item>();
  const key = (scope: string | null, name: string) => JSON.stringify([scope, name]);
  for (const item of items) {
    const { id, file, name } = item;
    const address = addressOf(item);
    const named = byName.get(key(scopeOf(item), name));
    if (named !== undefined) {
      const message = `The name ${JSON.stringify(name)} is taken by ${named.file}; this document is left out`;
      notes.damaged({ file, message, address });
      continue;
    }
    byName.set(key(scopeOf(item), name), item);
    const same = id === undefined ? undefined : byId.get(id);
    if (same !== undefined) {
      const message = `The id ${id} is that of ${same.file} too; what refers to it means that one`;
      notes.damaged({ file, message, address });
    } else if (id !== undefined) byId.set(id, item);
  }
  return {
    all: [...byName.values()],
    find: (reference, scope = null) => {
      const found = reference?.id === undefined ? undefined : byId.get(reference.id);
      if (found !== undefined || reference?.name === undefined) return found;
      return byName.get(key(scope, reference.name));
    },
  };
}
