/** Use of tile cache objects by tile layers (docs/compatibility.md, "Tile cache"). */
import { fewOf } from "../../model/few.ts";
import { qualifiedName } from "../../model/layer.ts";
import type { TileLayer } from "../../model/tile-layer.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** Names the tile layers that use something. Automatic ones use only built-in objects. */
export async function tileLayersUsing(
  reader: CatalogReader,
  uses: (layer: TileLayer) => boolean,
): Promise<string | undefined> {
  const users = (await reader.list("tile-layer")).flatMap(({ workspace, name, value: { tiles } }) =>
    tiles !== null && uses(tiles) ? [qualifiedName(workspace, name)] : [],
  );
  if (users.length === 0) return undefined;
  return `${users.length === 1 ? "tile layer" : "tile layers"} ${fewOf(users)}`;
}
