/**
 * Every file of the samples against what GDAL says of it: size, place, system, bands. Files that
 * are refused have their verdict in a table.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { NetCDFReader } from "netcdfjs";
import { describe, expect, test } from "vitest";
import type { RasterGrid, SampleType } from "../../src/model/raster.ts";
import { toGeometry } from "../../src/server/rasters/projection.ts";
import { parseHeader } from "../../src/server/rasters/netcdf-header.ts";
import { RasterError, readRaster } from "../../src/server/rasters/read-raster.ts";
import { readZip } from "../../src/wire/zip.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { describeProgram } from "../support/run/parts.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";

interface GdalInfo {
  readonly size: readonly [number, number];
  readonly geoTransform?: readonly number[];
  readonly coordinateSystem?: { readonly wkt: string };
  readonly wgs84Extent?: { readonly coordinates: readonly (readonly [number, number][])[] };
  readonly bands: readonly {
    readonly type: string;
    readonly noDataValue?: number | string;
    readonly metadata?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }[];
}

/** Names of types; GDAL's Byte may be signed. */
const types: Readonly<Record<string, readonly SampleType[]>> = {
  Byte: ["UNSIGNED_8BITS", "SIGNED_8BITS"],
  UInt16: ["UNSIGNED_16BITS"],
  Int16: ["SIGNED_16BITS"],
  UInt32: ["UNSIGNED_32BITS"],
  Int32: ["SIGNED_32BITS"],
  Float32: ["REAL_32BITS"],
  Float64: ["REAL_64BITS"],
};

/** What is refused, and the reason in the message. */
const verdicts: readonly (readonly [RegExp, RegExp])[] = [
  [/\.tif\.ovr$/, /belongs to another raster and is not a raster itself/],
  [/agilent_hplc\.cdf$/, /has no variable with two horizontal axes/],
  [/\/sample_image$/, /is no raster of a format that is read/],
  [
    /\.(?:txt|xml|properties|properties_h2|properties_postgis|sld|prj|jpw|dbf|shp|shx|fix|qix)$/,
    /is no raster of a format that is read/,
  ],
];

/** Where GDAL does not find the place: axes in other groups, and a rotated pole. */
const placedByHand: Readonly<Record<string, readonly number[]>> = {
  "ROOT/LAI": [7.5, 5, 0, 75, 0, -10],
  "ROOT/LEVEL1/V2": [7.5, 5, 0, 75, 0, -10],
  Temperature_surface: [-35, 10, 0, 25, 0, -10],
};

async function allFiles(): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const found = ["granules", "mosaics"].flatMap((part) =>
    readdirSync(sample(part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const archives = found.filter((path) => path.endsWith(".zip"));
  const unpacked: string[] = [];
  for (const archive of archives) {
    const files = Object.fromEntries(await readZip(readFileSync(archive)));
    const own = join(folder, basename(archive, ".zip"));
    writeFiles(own, files);
    unpacked.push(...Object.keys(files).map((path) => join(own, path)));
  }
  return [...found.filter((path) => !path.endsWith(".zip")), ...unpacked];
}

function gdalInfo(path: string): GdalInfo {
  const text = execFileSync("gdalinfo", ["-json", path], { encoding: "utf8", stdio: "pipe" });
  return JSON.parse(text.replaceAll(/:\s*(?:-?nan|-?inf)\b/gi, ':"NaN"')) as GdalInfo;
}

function compare(grid: RasterGrid, info: GdalInfo, label: string): void {
  const wkt = info.coordinateSystem?.wkt ?? "";
  const unit = /LENGTHUNIT\["kilometre"/.test(wkt) ? 1_000 : 1;
  const place = info.geoTransform?.map((one) => one * unit) ?? placedByHand[grid.name ?? ""];
  expect([grid.width, grid.height], label).toEqual(info.size);
  const cell = Math.min(Math.abs(grid.transform[1]), Math.abs(grid.transform[5]));
  expect(place, label).toHaveLength(6);
  for (const [index, value] of (place ?? []).entries())
    expect(Math.abs((grid.transform[index] ?? NaN) - value), label).toBeLessThan(cell * 1e-6);
  const code = /ID\["EPSG",(\d+)\]\]$/.exec(wkt.trim())?.[1];
  if (code !== undefined) expect(grid.crs, label).toBe(`EPSG:${code}`);
  compareCorners(grid, info, label);
  for (const [index, band] of grid.bands.entries()) compareBand(band, info.bands[index], label);
}

/** A system of its own has no number; it is the same when corners go to the same places. */
function compareCorners(grid: RasterGrid, info: GdalInfo, label: string): void {
  const corners = info.wgs84Extent?.coordinates[0];
  if (corners === undefined || info.coordinateSystem === undefined) return;
  const [x, stepX, , y, , stepY] = grid.transform;
  const own = [
    [x, y],
    [x, y + grid.height * stepY],
    [x + grid.width * stepX, y + grid.height * stepY],
    [x + grid.width * stepX, y],
  ] as const;
  for (const [index, coordinates] of own.entries()) {
    const found = toGeometry({ type: "Point", coordinates }, grid.crs ?? "", "EPSG:4326");
    if (found.type !== "Point") continue;
    // GDAL rounds to seven places.
    expect(found.coordinates[0], label).toBeCloseTo(corners[index]?.[0] ?? NaN, 5);
    expect(found.coordinates[1], label).toBeCloseTo(corners[index]?.[1] ?? NaN, 5);
  }
}

function compareBand(
  band: RasterGrid["bands"][number],
  info: GdalInfo["bands"][number] | undefined,
  label: string,
): void {
  expect(types[info?.type ?? ""], label).toContain(band.type);
  const expected = info?.noDataValue;
  // For a NetCDF variable without one GDAL shows the default of the library.
  const isDefault = Number(expected) > 9e36 || Number(expected) === -2_147_483_647;
  if (expected === undefined || (isDefault && band.noData === undefined))
    expect(band.noData, label).toBeUndefined();
  else if (expected === "NaN") expect(band.noData, label).toBeNaN();
  else
    expect((band.noData ?? NaN) - Number(expected), label).toBeCloseTo(
      0,
      5 - Math.log10(Math.max(1, Math.abs(Number(expected)))),
    );
}

describeSamples("all files of the samples", () => {
  describeProgram("gdalinfo", "as GDAL reads them", () => {
    test("size, place, system and bands", { timeout: 300_000 }, async () => {
      const files = slice(await allFiles(), { test: 25 });
      let read = 0;
      for (const path of files) {
        const verdict = verdicts.find(([pattern]) => pattern.test(path))?.[1];
        if (verdict !== undefined) {
          await expect(readRaster(path), path).rejects.toThrow(verdict);
          continue;
        }
        const { grids, format } = await readRaster(path);
        for (const grid of grids) {
          const name = format === "NetCDF" ? `NETCDF:"${path}":/${grid.name}` : path;
          const classic = grid.name?.includes("/") === true ? name : name.replace('":/', '":');
          compare(grid, gdalInfo(format === "NetCDF" ? classic : path), `${path} ${grid.name}`);
        }
        read += 1;
      }
      expect(read).toBeGreaterThan(isProof ? 100 : 8);
    });
  });

  test("headers of classic NetCDF files are those that another reader finds", async () => {
    const files = (await allFiles()).filter((path) => /\.(?:nc|cdf)$/.test(path));
    let compared = 0;
    for (const path of files) {
      const bytes = readFileSync(path);
      if (bytes.toString("latin1", 0, 3) !== "CDF") continue;
      const own = parseHeader(bytes, path);
      const other = new NetCDFReader(bytes);
      expect(own.dimensions, path).toEqual(other.dimensions);
      expect([...own.attributes.keys()]).toEqual(other.globalAttributes.map(({ name }) => name));
      expect(
        own.variables.map(({ name, dimensions, begin }) => ({ name, dimensions, offset: begin })),
        path,
      ).toEqual(
        other.variables.map(({ name, dimensions, offset }) => ({ name, dimensions, offset })),
      );
      compared += 1;
    }
    expect(compared).toBeGreaterThan(15);
  });
});

describe("refusals", () => {
  test("are errors of this module", async () => {
    await expect(readRaster("/nonexistent/a.tif")).rejects.toBeInstanceOf(RasterError);
  });
});
