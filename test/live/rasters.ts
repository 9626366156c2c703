/** Rasters that cases name, by their paths among the server's files. */
import { geoTiff } from "../support/mosaics/geotiff.ts";
import { PNG } from "../support/estates/artefacts.ts";

const relief = geoTiff({
  width: 4,
  height: 4,
  bounds: { minx: 5, miny: 47, maxx: 15, maxy: 55 },
  epsg: 4326,
});

const WGS84 =
  'GEOGCS["WGS 84",DATUM["World Geodetic System 1984",SPHEROID["WGS 84",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["degree",0.017453292519943295],AXIS["Geodetic longitude",EAST],AXIS["Geodetic latitude",NORTH],AUTHORITY["EPSG","4326"]]';

/** Contents by path. */
export const rasters: Readonly<Record<string, string | Uint8Array>> = {
  "data/relief.tif": relief,
  "data/relief of 2026.tif": relief,
  "data/2025/relief.tif": relief,
  "data/2026/relief.tif": relief,
  "data/copy.tif": relief,
  "theirs.tif": relief,
  "data/relief.png": PNG,
  "data/relief.pgw": "1\n0\n0\n-1\n5.5\n54.5\n",
  "data/relief.prj": WGS84,
};
