/** Indexes objects by id and name, and reports duplicates. */
import type { RecordKind } from "../../server/catalog/records.ts";
import { recordAddress } from "../../server/catalog/addresses.ts";
import { defined } from "../../model/defined.ts";
import type { Notes } from "../notes.ts";
import type { Reference } from "./document.ts";

interface Indexed {
  readonly kind: RecordKind;
  readonly workspace: string | null;
  readonly name: string;
  readonly id: string | undefined;
  readonly file: string;
}

export interface ObjectIndex<Item> {
  readonly all: readonly Item[];
  /** Finds by id, else by name in a scope. */
  readonly find: (reference: Reference | undefined, scope?: string | null) => Item | undefined;
}

/** Of two objects with one name in a scope, or one id, the first counts; the other is reported. */
export function indexOf<Item extends Indexed>(
  items: readonly (Item | undefined)[],
  notes: Notes,
  scopeOf: (item: Item) => string | null = ({ workspace }) => workspace,
): ObjectIndex<Item> {
  const byName = new Map<string, Item>();
  const byId = new Map<string, Item>();
  const key = (scope: string | null, name: string) => JSON.stringify([scope, name]);
  for (const item of items) {
    if (item === undefined) continue;
    const { id, file, name } = item;
    const about = defined({ file, address: recordAddress(item) });
    const named = byName.get(key(scopeOf(item), name));
    if (named !== undefined) {
      const message = `The name ${JSON.stringify(name)} is taken by ${named.file}; this document is left out`;
      notes.damaged({ ...about, message });
      continue;
    }
    byName.set(key(scopeOf(item), name), item);
    const same = id === undefined ? undefined : byId.get(id);
    if (same !== undefined) {
      const message = `The id ${id} is that of ${same.file} too; what refers to it means that one`;
      notes.damaged({ ...about, message });
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
