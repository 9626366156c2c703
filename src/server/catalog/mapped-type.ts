/**
 * Qualified names that stores map. A stock server opens no second store that maps a name
 * (docs/compatibility.md, "App-schema"). Included files may be shared, so their names are not
 * claimed.
 */
import { duplicateMessage } from "../../model/app-schema.ts";
import type { StoreKey } from "./document-schema.ts";
import { CatalogError } from "./errors.ts";
import { mappedLink } from "./links.ts";
import type { CatalogReader } from "./unit-of-work.ts";

export type NameScope = "workspace" | "server";

export interface Claim {
  readonly owner: StoreKey;
  readonly names: readonly string[];
  readonly scope: NameScope;
  /** Throws if another store has the name; otherwise the other store keeps it. */
  readonly insists: boolean;
}

/** Returns the free names. Throws if `insists` and another store has one of them. */
export async function claimableNames(
  reader: CatalogReader,
  { owner, names, scope, insists }: Claim,
): Promise<readonly string[]> {
  const free: string[] = [];
  for (const name of new Set(names)) {
    const other = await otherStore(reader, { owner, name, scope });
    if (other === undefined) free.push(name);
    else if (insists) throw mappedElsewhere(name, other, scope);
  }
  return free;
}

async function otherStore(
  reader: CatalogReader,
  { owner, name, scope }: { owner: StoreKey; name: string; scope: NameScope },
): Promise<StoreKey | undefined> {
  const found = await reader.linked("data-store", mappedLink(name));
  return found
    .map((store) => ({ workspace: store.workspace ?? "", store: store.name }))
    .filter(({ workspace }) => scope === "server" || workspace === owner.workspace)
    .find(({ workspace, store }) => workspace !== owner.workspace || store !== owner.store);
}

function mappedElsewhere(name: string, { workspace, store }: StoreKey, scope: NameScope): Error {
  return new CatalogError(
    "mapped-elsewhere",
    `${duplicateMessage(name)}\nThe store ${workspace}:${store} maps it already. ` +
      `A name is mapped once per ${scope}: delete that store or leave the name out`,
  );
}
