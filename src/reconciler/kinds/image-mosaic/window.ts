/**
 * The stretch of time that a plan looks at. It is resolved once per load, so that everything that
 * a plan reads, removes and verifies means the same moments.
 */
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { addDuration, parseDuration } from "../../../model/instant.ts";
import { collect, type Collected } from "../../../model/mosaic/collect.ts";
import { schemaOf } from "../../../model/mosaic/coverage.ts";
import type { MosaicCollector, MosaicDefinition } from "../../../model/mosaic.ts";
import type { RasterFile, RasterGrid } from "../../../model/raster.ts";
import type { Manifest } from "../../kind.ts";
import type { MosaicSpec } from "./spec.ts";

/** A stretch of time that ends with the load. */
export interface GranuleWindow {
  readonly attribute: string;
  /** Where it begins, in milliseconds since 1970; what is later is inside. */
  readonly since: number;
  /** Granules inside of it, in the filter language. */
  readonly filter: string;
}

/** Resolves the window of a manifest against the moment of the load. */
export function resolveWindow(
  { spec, locate }: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
  now: number,
): { readonly window?: GranuleWindow; readonly diagnostics: readonly Diagnostic[] } {
  const wanted = spec.granules?.window;
  if (wanted === undefined) return { diagnostics: [] };
  const { attribute, last } = wanted;
  const at = (field: string) => locate(["spec", "granules", "window", field]);
  const diagnostics: Diagnostic[] = [];
  const duration = parseDuration(last);
  const since = duration === undefined ? undefined : addDuration(now, duration, -1);
  if (since === undefined) {
    const message = `${JSON.stringify(last)} is no duration; one is written P30D or PT6H`;
    diagnostics.push(fault("manifest-invalid", message, { where: at("last") }));
  }
  const problem = attributeProblem(definition, attribute);
  if (problem !== undefined) {
    const where = at("attribute");
    diagnostics.push(fault("mosaic-granules", problem, { where }));
  }
  if (since === undefined) return { diagnostics };
  const start = Math.floor(since / 1_000) * 1_000;
  const text = new Date(start).toISOString().replace(".000Z", "Z");
  const filter = `${quoted(attribute)} AFTER ${text}`;
  return { window: { attribute, since: start, filter }, diagnostics };
}

/** Why an attribute holds no times; undefined when it does, or when nobody knows yet. */
function attributeProblem(definition: MosaicDefinition, attribute: string): string | undefined {
  const explicit = definition.coverages.flatMap(({ schema }) => schema ?? []);
  const schemas = definition.schema === undefined ? explicit : [definition.schema, ...explicit];
  if (schemas.length === 0) return undefined;
  const columns = schemas.flatMap(({ attributes }) => attributes);
  const found = columns.filter(({ name }) => name === attribute);
  if (found.some(({ type }) => type === "timestamp")) return undefined;
  const times = columns.filter(({ type }) => type === "timestamp").map(({ name }) => name);
  const known = times.length === 0 ? "none" : [...new Set(times)].join(", ");
  const what = found.length === 0 ? "is no attribute" : "holds no times";
  return `${attribute} ${what} of the index; attributes with times: ${known}`;
}

/** Names that are words of the filter language, or hold other characters, stand in quotes. */
function quoted(attribute: string): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(attribute) &&
    !/^(?:after|before|during|id|in|is|not|t)$/i.test(attribute)
    ? attribute
    : `"${attribute.replaceAll('"', '\\"')}"`;
}

const GRID: RasterGrid = {
  name: undefined,
  width: 1,
  height: 1,
  transform: [0, 1, 0, 0, 0, -1],
  crs: undefined,
  bands: [],
  slices: [],
};

/** What a name of a file shows is asked of a raster of which nothing else is known. */
const RASTER: RasterFile = {
  format: "GeoTIFF",
  grids: [GRID],
  skipped: [],
  dateTime: undefined,
  modified: 0,
  bytes: 0,
};

/** Why the name of a granule cannot be indexed; undefined where nothing is wrong, or only its file shows it. */
export function nameProblem(definition: MosaicDefinition, path: string): string | undefined {
  return collectedByName(definition, path, definition.collectors.filter(isOfNames)).problem;
}

/** Whether a collector looks at the name of a file alone: its folder is the server's. */
function isOfNames({ configuration }: MosaicCollector): boolean {
  return configuration !== undefined && !configuration.fullPath;
}

function collectedByName(
  definition: MosaicDefinition,
  path: string,
  collectors: readonly MosaicCollector[],
): Collected {
  const slice = { imageIndex: 0, time: undefined, elevation: undefined, others: {} };
  const source = { path, fullPath: path, raster: RASTER, grid: GRID, slice, now: 0 };
  return collect({ ...definition, collectors, nameCollector: undefined }, source);
}

/** The time that the name of a granule shows; undefined when it reports none. */
export function timeOf(
  definition: MosaicDefinition,
  path: string,
  { attribute }: GranuleWindow,
): number | undefined {
  const collectors = definition.collectors.filter(
    (one) => one.attributes.includes(attribute) && isOfNames(one),
  );
  const { attributes } = schemaOf(definition, definition.name, GRID);
  const isTime = attributes.some(({ name, type }) => name === attribute && type === "timestamp");
  if (collectors.length === 0 || !isTime) return undefined;
  const { values } = collectedByName(definition, path, collectors);
  const found = values?.[attribute];
  return typeof found === "number" ? found : undefined;
}
