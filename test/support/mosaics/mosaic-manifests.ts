/** Definitions of mosaics for tests, written here and nowhere else. */

import { geoTiff } from "./geotiff.ts";

/** A raster of one pixel, one degree large, at this degree east of the origin. */
export function raster(place: number, bits: 8 | 16 = 8): Uint8Array {
  const bounds = { minx: place, miny: 0, maxx: place + 1, maxy: 1 };
  return geoTiff({ width: 1, height: 1, bounds, epsg: 4326, bits });
}

/** An indexer of a mosaic that may be empty, with times from the names of its files. */
export function indexer(
  options: {
    more?: readonly string[];
    columns?: readonly string[];
    lines?: readonly string[];
  } = {},
): string {
  const columns = ["*the_geom:Polygon", "location:String", "time:java.util.Date"];
  const schema = [...columns, ...(options.columns ?? [])].join(",");
  return [
    "TimeAttribute=time",
    `Schema=${schema}`,
    "PropertyCollectors=TimestampFileNameExtractorSPI[timeregex](time)",
    "CanBeEmpty=true",
    ...(options.lines ?? []),
    "",
  ].join("\n");
}

/** The pattern that finds the day in a name. */
export const TIME_REGEX = "regex=[0-9]{8}\n";

/** Workspace w, its mosaic s and the files that define it; `spec` replaces what is usual. */
export const mosaicManifests = (spec: object = {}): Readonly<Record<string, string>> => ({
  "w.yaml": manifest("Workspace", { name: "w" }, {}),
  "s.yaml": manifest(
    "ImageMosaic",
    { workspace: "w", name: "s" },
    { definition: "./s/", coverages: [{ name: "s" }], ...spec },
  ),
  "s/indexer.properties": indexer(),
  "s/timeregex.properties": TIME_REGEX,
});

/** A manifest as JSON, which is YAML. */
export function manifest(kind: string, metadata: object, spec: object): string {
  return JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
}
