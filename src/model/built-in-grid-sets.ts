/**
 * Grid sets that every tile cache has from the start, and that nobody changes: of a few, what they are; of all,
 * what they are called (docs/compatibility.md, "Tile cache").
 */
import { completeGridSet, type GridSet, type GridSetInput } from "./grid-set.ts";

const WEB = 20_037_508.34;
const WORLD = { srs: 4326, extent: [-180, -90, 180, 90] } as const;
const MERCATOR = { srs: 900_913, extent: [-WEB, -WEB, WEB, WEB], levels: 31 } as const;

const described: Readonly<Record<string, GridSetInput>> = {
  "EPSG:4326": {
    ...WORLD,
    levels: 22,
    yCoordinateFirst: true,
    description:
      "A default WGS84 tile matrix set where the first zoom level covers the world with two tiles on the horizontal axis and one tile over the vertical axis and each subsequent zoom level is calculated by half the resolution of its previous one. Tiles are 256px wide.",
  },
  "EPSG:900913": {
    ...MERCATOR,
    description:
      "This well-known scale set has been defined to be compatible with Google Maps and Microsoft Live Map projections and zoom levels. Level 0 allows representing the whole world in a single 256x256 pixels. The next level represents the whole world in 2x2 tiles of 256x256 pixels and so on in powers of 2. Scale denominator is only accurate near the equator.",
  },
};

/** Those that can be read, by name. */
export const builtInGridSets: ReadonlyMap<string, GridSet> = new Map(
  Object.entries(described).map(([name, input]) => {
    const set = completeGridSet(name, input);
    if (typeof set === "string") throw new TypeError(`${name} ${set}`);
    return [name, set];
  }),
);

const NAMES = [
  "EPSG:4326",
  "EPSG:900913",
  "GlobalCRS84Pixel",
  "GlobalCRS84Scale",
  "GoogleCRS84Quad",
  "WebMercatorQuad",
  "WorldCRS84Quad",
  "WorldMercatorWGS84Quad",
  "CanadianNAD83_LCC",
  "EuropeanETRS89_LAEAQuad",
  "UPSAntarcticWGS84Quad",
  "UPSArcticWGS84Quad",
];

/** Whether a name is that of a grid set which a tile cache has from the start. */
export function isBuiltInGridSet(name: string): boolean {
  const plain = name.replace(/x2$/, "");
  return NAMES.includes(plain) || /^UTM(?:0[1-9]|[1-5]\d|60)WGS84Quad$/.test(plain);
}
