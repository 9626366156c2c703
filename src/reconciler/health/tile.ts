/** A tile of a cached layer, in one of the grid sets that every server has. Pure. */
import type { Coordinate } from "../../model/geometry.ts";
import type { TileLayerPatch } from "../../model/tile-layer.ts";
import type { Tile } from "../../wire/map-request.ts";

interface Grid {
  readonly column: (position: Coordinate, level: number) => number;
  readonly row: (position: Coordinate, level: number) => number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Share of the height of the Mercator square, from the top. */
function mercatorDown(latitude: number): number {
  const bounded = Math.min(85, Math.max(-85, latitude));
  return (1 - Math.asinh(Math.tan(radians(bounded))) / Math.PI) / 2;
}

const grids: Readonly<Record<string, Grid>> = {
  "EPSG:4326": {
    column: ([x], level) => Math.floor(((x + 180) / 180) * 2 ** level),
    row: ([, y], level) => Math.floor(((90 - y) / 180) * 2 ** level),
  },
  "EPSG:900913": {
    column: ([x], level) => Math.floor(((x + 180) / 360) * 2 ** level),
    row: ([, y], level) => Math.floor(mercatorDown(y) * 2 ** level),
  },
};

/** The tile with this position at the first cached level; undefined for other grid sets. */
export function tileAt(
  layer: string,
  { enabled, formats = [], gridSubsets = [] }: TileLayerPatch,
  position: Coordinate,
): Tile | undefined {
  const subset = gridSubsets.find(({ gridSet }) => Object.hasOwn(grids, gridSet));
  const grid = subset && grids[subset.gridSet];
  if (subset === undefined || grid === undefined || enabled === false) return undefined;
  const { gridSet, zoomStart: level = 0 } = subset;
  const format = formats.includes("image/png") ? "image/png" : formats[0];
  if (format === undefined) return undefined;
  const [column, row] = [grid.column(position, level), grid.row(position, level)];
  return { layer, format, gridSet, level: `${gridSet}:${level}`, column, row };
}
