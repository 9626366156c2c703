/** Rasters read in workers: more than one batch, with a bad file among them. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { harvest } from "../../src/model/limits.ts";
import { openRasterPool } from "../../src/server/rasters/pool.ts";
import { readMosaic } from "../../src/wire/mosaic.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { geoTiff } from "../support/mosaics/geotiff.ts";

test("files keep their order over all batches", { timeout: 60_000 }, async () => {
  const bounds = { minx: 0, miny: 0, maxx: 4, maxy: 4 };
  const raster = geoTiff({ width: 4, height: 4, epsg: 4326, bounds });
  const names = Array.from({ length: 2 * harvest.batch + 40 }, (_unused, index) => `r${index}.tif`);
  const bad = names[harvest.batch + 3] ?? "";
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(names.map((name) => [name, raster])));
  writeFiles(folder, { [bad]: "no raster at all" });
  const { definition } = readMosaic({ files: new Map(), others: names }, { name: "rain" });
  const pool = openRasterPool();
  onTestFinished(pool.close);
  const files = names.map((name) => ({ path: join(folder, name), location: name }));
  const read = await pool.read({ definition, files, now: 0 });
  expect(read.map(({ file }) => file.location)).toEqual(names);
  expect(
    read.filter(({ reason }) => reason !== undefined).map(({ file }) => file.location),
  ).toEqual([bad]);
});
