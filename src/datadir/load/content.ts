/** Reads a data directory. */
import { loadSecurity } from "../security.ts";
import { placeStores, type StoreFolder } from "../store-folders.ts";
import { loadCatalog } from "./catalog.ts";
import type { Loading } from "./document.ts";
import { recordOf, type DirectoryObject, type DirectoryRecord, type Workspace } from "./objects.ts";
import { loadRegular } from "./regular.ts";
import { loadSettings, type StoredSettings } from "./settings.ts";
import { loadTileCache } from "./tile-cache.ts";
import { loadTileLayers } from "./tile-layers.ts";
import type { RecordKind } from "../../server/catalog/records.ts";

/** All that is read of a data directory, but its files. */
export interface DirectoryContent {
  readonly workspaces: readonly Workspace[];
  /** What has a document of its own. */
  readonly objects: readonly DirectoryObject<RecordKind>[];
  readonly settings: readonly StoredSettings[];
  /** All of it. */
  readonly records: readonly DirectoryRecord[];
  /** Folders of stores, where a server would have them. */
  readonly folders: readonly StoreFolder[];
}

/** Reads it; what is wrong is reported. */
export async function loadContent(loading: Loading): Promise<DirectoryContent> {
  const { catalog, folders } = await placeStores(loading, await loadCatalog(loading));
  const { workspaces, defaultWorkspace, ...lists } = catalog;
  const objects = [workspaces, ...Object.values(lists)].flat();
  const settings = await loadSettings(loading, workspaces);
  const records = [
    ...objects,
    ...settings.flatMap(({ kind, workspace, name, values: value }) =>
      value === undefined ? [] : [{ kind, workspace, name, value }],
    ),
    ...(defaultWorkspace === undefined
      ? []
      : [recordOf("setting", "default-workspace", { text: defaultWorkspace })]),
    ...(await loadSecurity(loading)),
    ...(await loadRegular(loading)),
    ...(await loadTileCache(loading)),
    ...(await loadTileLayers(loading, [...lists.layers, ...lists.groups])),
  ];
  return { workspaces, objects, settings, records, folders };
}
