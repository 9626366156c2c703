/** The time window of a plan, resolved once per load: a plan reads and removes the same moments. */
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { addDuration, parseDuration } from "../../../model/instant.ts";
import { collect, type Collected } from "../../../model/mosaic/collect.ts";
import { schemaOf } from "../../../model/mosaic/coverage.ts";
import type { MosaicCollector, MosaicDefinition } from "../../../model/mosaic.ts";
import type { RasterFile, RasterGrid } from "../../../model/raster.ts";
import type { Manifest } from "../../kind.ts";
import type { MosaicSpec } from "./spec.ts";

export interface GranuleWindow {
  readonly attribute: string;
  /** Its start in milliseconds since 1970, exclusive. */
  readonly since: number;
  readonly filter: string;
}

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

/** Returns undefined when it holds times, or when that is unknown. */
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

/** Quotes names that are keywords of the filter language or hold other characters. */
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

/** A placeholder raster: only file names are read. */
const RASTER: RasterFile = {
  format: "GeoTIFF",
  grids: [GRID],
  skipped: [],
  dateTime: undefined,
  modified: 0,
  bytes: 0,
};

/** Why a granule's name cannot be indexed; undefined where it can, or only its file shows it. */
export function nameProblem(definition: MosaicDefinition, path: string): string | undefined {
  return collectedByName(definition, path, definition.collectors.filter(isOfNames)).problem;
}

/** Whether a collector reads only the file name, not the server's folder. */
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
