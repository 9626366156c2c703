/** Collects granule values from name, header, slice and clock. */
import type { AttributeType, GranuleValue, GranuleValues, IndexSchema } from "../granule.ts";
import type { CollectorConfiguration, MosaicCollector, MosaicDefinition } from "../mosaic.ts";
import type { RasterFile, RasterGrid, RasterSlice } from "../raster.ts";
import {
  baseNameOf,
  coverageNameOf,
  domainsOf,
  locationAttributeOf,
  matchesIn,
  schemaOf,
} from "./coverage.ts";
import { readDate, parseDateFormat } from "./date-format.ts";
import { convertTo, numberIn, shownValue, type FoundValue } from "./value.ts";
import { parseTimestamp, type Span } from "./timestamp.ts";

/** A granule within the mosaic. */
export interface GranuleSource {
  /** Relative to the mosaic, with `/`. */
  readonly path: string;
  readonly fullPath: string;
  readonly raster: RasterFile;
  readonly grid: RasterGrid;
  readonly slice: RasterSlice;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** CRS of the granule, where the grid has none. */
  readonly crs?: string;
  /** Index columns; by default those of definition and grid. */
  readonly schema?: IndexSchema;
}

/** A granule's values, or why it cannot be indexed. */
export type Collected =
  | { readonly values: GranuleValues; readonly problem?: undefined }
  | { readonly values?: undefined; readonly problem: string };

type Found =
  | { readonly found: readonly FoundValue[]; readonly problem?: undefined }
  | { readonly found?: undefined; readonly problem: string };

/**
 * Collects all values except the footprint. Patterns are bounded (see `pattern.ts`), but callers
 * with many granules must bound the total time, and pass the schema to avoid deriving it from all
 * slices.
 */
export function collect(definition: MosaicDefinition, source: GranuleSource): Collected {
  const named = coverageNameOf(definition, source);
  if ("problem" in named) return named;
  const coverage = named.name ?? definition.name;
  const { attributes } = source.schema ?? schemaOf(definition, coverage, source.grid);
  const types = new Map(attributes.map(({ name, type }) => [name, type]));
  const location = locationAttributeOf(definition, coverage);
  const given = new Map<string, FoundValue>(slicePositions(definition, coverage, source));
  given.set(location, locationOf(definition, source));
  for (const collector of definition.collectors) {
    const { found, problem } = findValues(collector, source);
    if (problem !== undefined) return { problem };
    for (const [index, attribute] of collector.attributes.entries()) {
      const value = found[index];
      if (value !== undefined) given.set(attribute, value);
    }
  }
  return fitted(given, types, source.path);
}

/** Converts values to column types; missing ones are null. */
function fitted(
  given: ReadonlyMap<string, FoundValue>,
  types: ReadonlyMap<string, AttributeType>,
  path: string,
): Collected {
  const values: [string, GranuleValue][] = [];
  for (const [name, type] of types) {
    if (type === "geometry") continue;
    const value = given.get(name);
    const fitting = value === undefined ? null : convertTo(type, value);
    if (fitting === undefined) {
      return {
        problem: `The value ${value === undefined ? "" : shownValue(value)} of ${path} is no ${type}, as ${name} needs`,
      };
    }
    values.push([name, fitting]);
  }
  return { values: Object.fromEntries(values) };
}

function locationOf({ pathType }: MosaicDefinition, { path, fullPath }: GranuleSource): string {
  if (pathType === "RELATIVE") return path;
  return pathType === "URL" ? `file://${encodeURI(fullPath)}` : fullPath;
}

/** NetCDF positions, by all attributes that may hold them. */
function* slicePositions(
  definition: MosaicDefinition,
  coverage: string,
  { raster, slice }: GranuleSource,
): Generator<readonly [string, FoundValue]> {
  if (raster.format !== "NetCDF") return;
  const domains = domainsOf(definition, coverage);
  const attributeOf = (name: string) =>
    domains.find((domain) => domain.name === name)?.start ?? name;
  if (slice.time !== undefined) {
    for (const name of ["time", attributeOf("time")]) yield [name, { at: slice.time }];
  }
  if (slice.elevation !== undefined) {
    for (const name of ["z", "elevation", attributeOf("elevation")]) yield [name, slice.elevation];
  }
  yield* Object.entries(slice.others);
  yield ["imageindex", slice.imageIndex];
}

function findValues(collector: MosaicCollector, source: GranuleSource): Found {
  const { type, configuration, attributes } = collector;
  if (configuration !== undefined) return findInName(collector, configuration, source);
  const value = valueOfRaster(type, source);
  return { found: value === undefined ? [] : attributes.map(() => value) };
}

function valueOfRaster(
  type: MosaicCollector["type"],
  { raster, grid, crs, now }: GranuleSource,
): FoundValue | undefined {
  const [, t1, t2, , t4, t5] = grid.transform;
  const [x, y] = [Math.hypot(t1, t4), Math.hypot(t2, t5)];
  if (type === "crs") return grid.crs ?? crs;
  if (type === "resolution") return Math.max(x, y);
  if (type === "resolution-x") return x;
  if (type === "resolution-y") return y;
  if (type === "file-date") return { at: raster.modified };
  if (type === "current-date") return { at: now };
  return raster.dateTime === undefined ? undefined : { at: raster.dateTime };
}

function findInName(
  { type }: MosaicCollector,
  configuration: CollectorConfiguration,
  source: GranuleSource,
): Found {
  const { matches, problem } = matchesIn(configuration, source);
  if (problem !== undefined) return { problem };
  const found: FoundValue[] = [];
  for (const match of matches) {
    const value = readMatch(type, match, { configuration, now: source.now });
    if (value !== undefined) found.push(value);
  }
  if (found.length > 0) return { found };
  const name = configuration.fullPath ? source.fullPath : baseNameOf(source.path);
  return { problem: `No matches found for: ${name} (${type}, regex ${configuration.regex})` };
}

function readMatch(
  type: MosaicCollector["type"],
  match: string,
  how: { readonly configuration: CollectorConfiguration; readonly now: number },
): FoundValue | undefined {
  if (type === "string") return match;
  if (type !== "timestamp") return numberIn(match, type);
  const span = readTime(match, how);
  if (span === undefined) return undefined;
  return { at: how.configuration.useHighTime ? span.to : span.from };
}

function readTime(
  match: string,
  { configuration, now }: { readonly configuration: CollectorConfiguration; readonly now: number },
): Span | undefined {
  if (configuration.format === undefined) return parseTimestamp(match);
  const { pieces } = parseDateFormat(configuration.format);
  return pieces === undefined ? undefined : readDate(pieces, match, now);
}
