/**
 * Which store maps which qualified name. A name may be mapped by one store of the server only,
 * whatever its workspace, because mappings find each other by it (docs/compatibility.md,
 * "App-schema"). Names of included files are not claimed: stores share includes.
 */
import { duplicateMessage } from "../../model/app-schema.ts";
import type { StoreKey } from "./document-schema.ts";
import { CatalogError } from "./errors.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Gives a store the names it maps, in the place of those it had. Refuses names of other stores. */
export async function claimMappedTypes(
  writer: CatalogWriter,
  owner: StoreKey,
  names: readonly string[],
): Promise<void> {
  const wanted = new Set(names);
  const owned = new Set(await mappedTypesOf(writer, owner));
  const added = [...wanted].filter((name) => !owned.has(name));
  for (const name of added) await checkFree(writer, name);
  for (const name of owned) {
    if (!wanted.has(name)) await writer.remove({ kind: "mapped-type", workspace: null, name });
  }
  for (const name of added) await put(writer, owner, name);
}

async function checkFree(reader: CatalogReader, name: string): Promise<void> {
  const found = await reader.get("mapped-type", null, name);
  if (found === undefined) return;
  const { workspace, store } = found.value;
  throw new CatalogError(
    "mapped-elsewhere",
    `${duplicateMessage(name)}\nThe store ${workspace}:${store} maps it already. ` +
      "A name is mapped once per server: delete that store or leave the name out",
  );
}

/** Names that a store maps. */
async function mappedTypesOf(reader: CatalogReader, owner: StoreKey): Promise<readonly string[]> {
  const found = await reader.linked("mapped-type", linkOf(owner));
  return found.map(({ name }) => name);
}

/** Frees the names of a store that goes. */
export async function releaseMappedTypes(writer: CatalogWriter, owner: StoreKey): Promise<void> {
  for (const name of await mappedTypesOf(writer, owner)) {
    await writer.remove({ kind: "mapped-type", workspace: null, name });
  }
}

/** Takes the names of a store along when it or its workspace gets another name. */
export async function moveMappedTypes(
  writer: CatalogWriter,
  from: StoreKey,
  to: StoreKey,
): Promise<void> {
  for (const name of await mappedTypesOf(writer, from)) await put(writer, to, name);
}

function put(writer: CatalogWriter, owner: StoreKey, name: string): Promise<void> {
  const { workspace, store } = owner;
  return writer.put({ kind: "mapped-type", workspace: null, name }, { workspace, store }, [
    linkOf(owner),
  ]);
}

function linkOf({ workspace, store }: StoreKey): string {
  return `${workspace}/${store}`;
}
