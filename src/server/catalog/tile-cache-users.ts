/** Which tile layers use something of the tile cache (docs/compatibility.md, "Tile cache"). */
import { fewOf } from "../../model/few.ts";
import { qualifiedName } from "../../model/layer.ts";
import type { TileLayer } from "../../model/tile-layer.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/**
 * The tile layers that use something, in words; undefined where none does. Those that nobody set use only what every
 * tile cache has.
 */
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
