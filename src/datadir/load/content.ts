/** Reads a data directory. */
import { loadSecurity, type Security } from "../security.ts";
import { placeStores, type StoreFolder } from "../store-folders.ts";
import { loadCatalog } from "./catalog.ts";
import type { Loading } from "./document.ts";
import type { DirectoryCatalog } from "./objects.ts";
import { loadRegular, type RegularObjects } from "./regular.ts";
import { loadSettings, type StoredSettings } from "./settings.ts";
import { loadTileCache, type DirectoryTileCache } from "./tile-cache.ts";
import { loadTileLayers, type DirectoryTileLayers } from "./tile-layers.ts";

/** All that is read of a data directory, but its files. */
export interface DirectoryContent {
  readonly catalog: DirectoryCatalog;
  readonly settings: readonly StoredSettings[];
  readonly security: Security;
  readonly regular: readonly RegularObjects[];
  readonly tileCache: DirectoryTileCache;
  readonly tiles: DirectoryTileLayers | undefined;
  /** Folders of stores, where a server would have them. */
  readonly folders: readonly StoreFolder[];
}

/** Reads it; what is wrong with it is reported. */
export async function loadContent(loading: Loading): Promise<DirectoryContent> {
  const { catalog, folders } = await placeStores(loading, await loadCatalog(loading));
  return {
    catalog,
    folders,
    settings: await loadSettings(loading, catalog.workspaces),
    security: await loadSecurity(loading),
    regular: await loadRegular(loading),
    tileCache: await loadTileCache(loading),
    tiles: await loadTileLayers(loading, catalog),
  };
}
