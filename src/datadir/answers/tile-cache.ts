/** Responses about the tile cache. */
import { renderBlobStore } from "../../wire/blob-store.ts";
import { DISK_QUOTA, renderDiskQuota } from "../../wire/disk-quota.ts";
import { GRID_SET, renderGridSet } from "../../wire/grid-set.ts";
import { pathOf } from "../../wire/paths.ts";
import { renderTileCacheList } from "../../wire/tile-cache.ts";
import { renderTileLayer, renderTileLayers } from "../../wire/tile-layer.ts";
import type { TileLayer } from "../../model/tile-layer.ts";
import type { DirectoryTileCache } from "../load/tile-cache.ts";
import { documentAnswer, type Routes } from "./answer.ts";

/** Routes of the tile cache. */
export function tileCacheRoutes({ gridSets, blobStores, diskQuota }: DirectoryTileCache): Routes {
  return {
    diskQuota: ({ rendering }) =>
      diskQuota && documentAnswer(renderDiskQuota(DISK_QUOTA, diskQuota, rendering)),
    blobStores: ({ rendering }) => {
      const listed = [...blobStores.keys()].map((name) => ({
        name,
        path: pathOf("blobStore", { blobStore: name }),
      }));
      return documentAnswer(renderTileCacheList("blobStore", listed, rendering));
    },
    blobStore: ({ parameters: { blobStore = "" }, rendering }) => {
      const found = blobStores.get(blobStore);
      return found && documentAnswer(renderBlobStore(blobStore, found, rendering));
    },
    gridSets: ({ rendering }) => {
      const listed = [...gridSets.keys()].map((name) => ({
        name,
        path: pathOf("gridSet", { gridSet: name }),
      }));
      return documentAnswer(renderTileCacheList(GRID_SET, listed, rendering));
    },
    gridSet: ({ parameters: { gridSet = "" }, rendering }) => {
      const found = gridSets.get(gridSet);
      return found && documentAnswer(renderGridSet(gridSet, found, rendering));
    },
  };
}

/** Routes of tile layers; none without their folder. */
export function tileLayerRoutes(tiles: ReadonlyMap<string, TileLayer> | undefined): Routes {
  if (tiles === undefined) return {};
  return {
    tileLayers: ({ rendering }) => documentAnswer(renderTileLayers([...tiles.keys()], rendering)),
    tileLayer: ({ parameters: { tileLayer: name = "" }, rendering }) => {
      const layer = tiles.get(name);
      return layer && documentAnswer(renderTileLayer({ name, layer }, rendering));
    },
  };
}
