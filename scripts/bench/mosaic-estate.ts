/** What the bench of mosaics works on: rasters of a regular world, and rows of an index of it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packZip } from "../../src/wire/zip.ts";
import { polygonOf, type Box } from "../../src/model/geometry.ts";
import type { GranuleRow } from "../../src/model/granule.ts";
import { geoTiff } from "../../test/support/mosaics/geotiff.ts";

/** Tiles of one hour: 50 columns of 7.2 degrees, 20 rows of 6 degrees. */
export const TILES = 1_000;
/** When the first hour is. */
export const START = Date.UTC(2024, 0, 1);
/** Milliseconds of an hour. */
export const HOUR = 3_600_000;

const COLUMNS = 50;
const SIDE = 64;

/** The files that define the mosaic: empty at first, with the time in names of files. */
export const definition: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries({
    "indexer.properties": [
      "Schema=*the_geom:Polygon,location:String,time:java.util.Date,tile:Integer",
      "TimeAttribute=time",
      "PropertyCollectors=TimestampFileNameExtractorSPI[timeregex](time),IntegerFileNameExtractorSPI[tileregex](tile)",
      "CanBeEmpty=true",
    ].join("\n"),
    "timeregex.properties": "regex=[0-9]{8}T[0-9]{6},format=yyyyMMdd'T'HHmmss",
    "tileregex.properties": "regex=(?<=tile)[0-9]+",
  }).map(([name, text]) => [name, Buffer.from(text)]),
);

/** Where the tile of a granule lies. */
function boxOf(index: number): Box {
  const tile = index % TILES;
  const minx = -180 + (tile % COLUMNS) * 7.2;
  const miny = -60 + Math.floor(tile / COLUMNS) * 6;
  return { minx, miny, maxx: minx + 7.2, maxy: miny + 6 };
}

function timeOf(index: number): number {
  return START + Math.floor(index / TILES) * HOUR;
}

function nameOf(index: number): string {
  const time = new Date(timeOf(index)).toISOString().replace(/[-:]|\.\d+Z/g, "");
  return `tile${String(index % TILES).padStart(4, "0")}_${time}.tif`;
}

/** A row of an index as a harvest would make it. */
export function rowOf(index: number): GranuleRow {
  const values = { location: nameOf(index), time: timeOf(index), tile: index % TILES };
  return { footprint: polygonOf(boxOf(index)), values };
}

/** A raster with its pixels. */
function rasterOf(index: number): Uint8Array {
  const header = geoTiff({ width: SIDE, height: SIDE, epsg: 4326, bounds: boxOf(index) });
  return Buffer.concat([header, Buffer.alloc(SIDE * SIDE)]);
}

/** Writes rasters into a new folder. */
export function writeRasters(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index++)
    writeFileSync(join(folder, nameOf(index)), rasterOf(index));
}

/** The definition with so many rasters, packed. */
export function packMosaic(count: number): Promise<Uint8Array> {
  const rasters = Array.from({ length: count }, (_unused, index) => index);
  return packZip(
    new Map([...definition, ...rasters.map((index) => [nameOf(index), rasterOf(index)] as const)]),
  );
}
