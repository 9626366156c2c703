/** Blob stores of the tile cache (docs/compatibility.md, "Tile cache"). */
import { settingsOfType, type BlobStore } from "../../model/blob-store.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { checkTileCacheName } from "./grid-set.ts";
import { tileLayersUsing } from "./tile-cache-users.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

/** Seals the keys and passwords. Deviation: blob-secrets. */
export function sealBlobStore<Store extends BlobStore>(
  store: Store,
  seal: (text: string) => string,
): Store {
  const known = settingsOfType(store.type);
  const settings = Object.entries(store.settings).map(([name, text]) => {
    return [name, known[name]?.isSecret === true ? seal(text) : text] as const;
  });
  return { ...store, settings: Object.fromEntries(settings) };
}

/** Creates or replaces a store; returns true if it is new. Keeps at most one default. */
export async function putBlobStore(
  writer: CatalogWriter,
  name: string,
  { name: said, ...store }: BlobStore & { readonly name: string | undefined },
): Promise<boolean> {
  if (said === undefined)
    throw new CatalogError(
      "field-missing",
      "Failed to add BlobStoreInfo. A BlobStoreInfo name cannot be null",
    );
  checkTileCacheName(name, said);
  const all = await writer.list("blob-store", null);
  if (store.isDefault)
    for (const other of all)
      if (other.name !== name && other.value.isDefault)
        await writer.put(keyOf(other.name), { ...other.value, isDefault: false });
  await writer.put(keyOf(name), store);
  return !all.some((one) => one.name === name);
}

/**
 * Removes a store but not its tiles. Some dialects refuse while tile layers use it.
 * Deviation: blob-store-kept. Deviation: tile-cache-in-use.
 */
export async function deleteBlobStore(
  writer: CatalogWriter,
  { usedTileCache }: Pick<Dialect, "usedTileCache">,
  name: string,
): Promise<void> {
  const found = await writer.get("blob-store", null, name);
  if (found === undefined)
    throw new CatalogError(
      "not-found",
      `Failed to remove BlobStoreInfo. A BlobStoreInfo with name "${name}" does not exist.`,
    );
  if (found.value.isDefault)
    throw new CatalogError(
      "blob-store-default",
      `The default blob store can't be removed: ${name}`,
    );
  if (usedTileCache === "stays") {
    const users = await tileLayersUsing(writer, ({ blobStore }) => blobStore === name);
    if (users !== undefined)
      throw new CatalogError("blob-store-in-use", `The blob store ${name} is used by ${users}`);
  }
  await writer.remove(keyOf(name));
}

function keyOf(name: string) {
  return { kind: "blob-store", workspace: null, name } as const;
}
