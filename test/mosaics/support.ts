/** What the tests of mosaics share: folders from texts and from the samples, rasters to collect from. */
import { readdirSync, readFileSync } from "node:fs";
import type { MosaicDefinition } from "../../src/model/mosaic.ts";
import { isGranulePath, mosaicRoot } from "../../src/model/mosaic/granule-path.ts";
import type { GranuleSource } from "../../src/model/mosaic/collect.ts";
import type { RasterFile, RasterGrid, RasterSlice } from "../../src/model/raster.ts";
import { readMosaic, type ReadMosaic } from "../../src/wire/mosaic.ts";
import { readZip } from "../../src/wire/zip.ts";
import { sample } from "../support/run/samples.ts";

/** Reads a mosaic called `store` from texts; `others` are further paths. */
export function readTexts(
  texts: Readonly<Record<string, string>>,
  others: readonly string[] = ["a_20240101.tif"],
): ReadMosaic {
  const files = Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)] as const);
  return readMosaic({ files: new Map(files), others }, { name: "store" });
}

/** All paths below a sample, an archive or a folder, and the bytes of its files. */
export async function sampleFiles(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  if (path.endsWith(".zip")) return readZip(readFileSync(sample(path)));
  const names = readdirSync(sample(path), { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(`${entry.parentPath}/${entry.name}`)]),
  );
}

/** A mosaic from all its files, and the granules among them; paths are below its root. */
export function readFiles(all: ReadonlyMap<string, Uint8Array>): {
  readonly root: string | undefined;
  readonly read: ReadMosaic;
  readonly granules: readonly string[];
} {
  const root = mosaicRoot([...all.keys()]);
  const prefix = root === undefined || root === "" ? "" : `${root}/`;
  const inside = [...all]
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, bytes]) => [path.slice(prefix.length), bytes] as const);
  const isText = (path: string) => /\.(?:properties|xml)$/.test(path);
  const read = readMosaic(
    {
      files: new Map(inside.filter(([path]) => isText(path))),
      others: inside.map(([path]) => path).filter((path) => !isText(path)),
    },
    { name: "store" },
  );
  const granules = inside
    .map(([path]) => path)
    .filter((path) => isGranulePath(path, read.definition))
    .toSorted();
  return { root, read, granules };
}

/** A slice at some time and elevation. */
export const slice: RasterSlice = {
  imageIndex: 0,
  time: Date.parse("2001-02-03T00:00:00Z"),
  elevation: 7,
  others: {},
};

/** A grid; `variable` makes it one of a NetCDF file. */
export function gridOf(variable: string | undefined, slices: readonly RasterSlice[]): RasterGrid {
  return {
    name: variable,
    width: 10,
    height: 10,
    transform: [0, 0.5, 0, 90, 0, -0.25],
    crs: "EPSG:4326",
    bands: [],
    slices,
  };
}

/** A granule to collect from; a path that ends with .nc is a NetCDF file. */
export function granuleAt(path: string, more: Partial<GranuleSource> = {}, variable = "z") {
  const isNetcdf = path.endsWith(".nc");
  const plain: RasterSlice = { imageIndex: 0, time: undefined, elevation: undefined, others: {} };
  const grid = gridOf(isNetcdf ? variable : undefined, [isNetcdf ? slice : plain]);
  const raster: RasterFile = {
    format: isNetcdf ? "NetCDF" : "GeoTIFF",
    grids: [grid],
    dateTime: Date.parse("2010-01-01T00:00:00Z"),
    modified: Date.parse("2011-01-01T00:00:00Z"),
    bytes: 1,
    skipped: [],
  };
  const source: GranuleSource = {
    path,
    fullPath: `/mosaics/${path}`,
    raster,
    grid,
    slice: grid.slices[0] ?? plain,
    now: Date.parse("2012-01-01T00:00:00Z"),
    ...more,
  };
  return source;
}

/** Schema as `name:type,…`. */
export function schemaText(attributes: readonly { name: string; type: string }[]): string {
  return attributes.map(({ name, type }) => `${name}:${type}`).join(",");
}

/** Dimensions as `name=start` or `name=start;end`. */
export function domainTexts(domains: MosaicDefinition["domains"]): readonly string[] {
  return domains.map(({ name, start, end }) =>
    end === undefined ? `${name}=${start}` : `${name}=${start};${end}`,
  );
}
