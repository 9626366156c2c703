/** Answers about the tile cache. */
import { GRID_SET, renderGridSet } from "../../wire/grid-set.ts";
import { pathOf } from "../../wire/paths.ts";
import { renderTileCacheList } from "../../wire/tile-cache.ts";
import type { DirectoryTileCache } from "../load/tile-cache.ts";
import { documentAnswer, type Routes } from "./answer.ts";

/** Routes of the tile cache. */
export function tileCacheRoutes({ gridSets }: DirectoryTileCache): Routes {
  return {
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
