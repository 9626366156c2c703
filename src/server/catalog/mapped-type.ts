/**
 * Which store maps which qualified name. Mappings find each other by these names, so a stock
 * server opens no second store that maps one (docs/compatibility.md, "App-schema"). Names of
 * included files are not claimed: stores share includes.
 */
import { duplicateMessage } from "../../model/app-schema.ts";
import type { StoreKey } from "./document-schema.ts";
import { CatalogError } from "./errors.ts";
import { linksOf, mappedLink } from "./links.ts";
import type { RecordValues } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Where a name may be mapped by one store only. */
export type NameScope = "workspace" | "server";

/** Names that a store is about to map. */
export interface Claim {
  readonly owner: StoreKey;
  readonly names: readonly string[];
  readonly scope: NameScope;
  /** Whether a name of another store is refused; else that name stays with the other store. */
  readonly insists: boolean;
}

/** The names that a store may claim. Refuses names of other stores when it insists on them. */
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

/** A store in scope, other than the owner, that has claimed a name. */
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

/** Creates or replaces a data store; it is found by the names that it maps. */
export async function putDataStore(
  writer: CatalogWriter,
  { workspace, store }: StoreKey,
  value: RecordValues["data-store"],
): Promise<void> {
  const links = linksOf("data-store", value);
  await writer.put({ kind: "data-store", workspace, name: store }, value, links);
}
