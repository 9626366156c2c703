/** Coverages of rasters, and their index schemas. */
import type { IndexAttribute, IndexSchema } from "../granule.ts";
import type { MosaicCoverage, MosaicDefinition, MosaicDomain, MosaicSchema } from "../mosaic.ts";
import type { CollectorConfiguration } from "../mosaic.ts";
import type { RasterGrid } from "../raster.ts";
import { compilePattern, matchesOf, type Matches } from "./pattern.ts";
import { GEOMETRY_ATTRIBUTE, usualSchema } from "./schema.ts";

export function baseNameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot === -1 ? name : name.slice(0, dot);
}

/** All matches in a file's name. */
export function matchesIn(
  { regex, fullPath }: CollectorConfiguration,
  { path, fullPath: whole }: { readonly path: string; readonly fullPath: string },
): Matches {
  const { pattern, problem } = compilePattern(regex);
  if (problem !== undefined) return { problem: `The pattern ${regex} ${problem}` };
  return matchesOf(pattern, fullPath ? whole : baseNameOf(path));
}

/**
 * The coverage of a grid, without a name for variables that the auxiliary file omits; or why there
 * is none.
 */
export function coverageNameOf(
  definition: MosaicDefinition,
  source: { readonly path: string; readonly fullPath: string; readonly grid: RasterGrid },
): { readonly name: string | undefined } | { readonly problem: string } {
  const variable = source.grid.name;
  const described = variable === undefined ? undefined : variableOf(definition, variable);
  if (described === "left out") return { name: undefined };
  const collector = described?.nameCollector ?? definition.nameCollector;
  if (collector === undefined) return { name: described?.name ?? variable ?? definition.name };
  const { matches, problem } = matchesIn(collector, source);
  if (problem !== undefined) return { problem };
  const [match = ""] = matches;
  if (match !== "") return { name: match };
  return { problem: `Unable to retrieve the coverageName of ${source.path}` };
}

/** The auxiliary file's entry, or else the coverage of this origin name. */
function variableOf(
  { auxiliary, coverages }: MosaicDefinition,
  variable: string,
): MosaicCoverage | "left out" | undefined {
  if (auxiliary.length === 0) return coverages.find(({ originName }) => originName === variable);
  return auxiliary.find((one) => (one.originName ?? one.name) === variable) ?? "left out";
}

/** The definition's coverage of a name, ignoring case. */
export function coverageNamed(
  { coverages }: MosaicDefinition,
  name: string,
): MosaicCoverage | undefined {
  const wanted = name.toLowerCase();
  return coverages.find((coverage) => (coverage.name ?? name).toLowerCase() === wanted);
}

/** Dimensions of a coverage. */
export function domainsOf(definition: MosaicDefinition, coverage: string): readonly MosaicDomain[] {
  return coverageNamed(definition, coverage)?.domains ?? definition.domains;
}

/** The attribute with a coverage's granule paths. */
export function locationAttributeOf(definition: MosaicDefinition, coverage: string): string {
  return coverageNamed(definition, coverage)?.locationAttribute ?? definition.locationAttribute;
}

/** Properties of a coverage's first granule. */
export interface FoundRaster {
  readonly grid?: RasterGrid;
  /** For the footprints, if the definition has none. */
  readonly crs?: string;
}

/** Index columns in definition order; without an explicit schema, those of grid and dimensions. */
export function indexSchemaOf(
  definition: MosaicDefinition,
  coverage: string,
  { grid, crs }: FoundRaster = {},
): IndexSchema {
  const { geometry, attributes } = schemaOf(definition, coverage, grid);
  // One type for several coverages would mix their rows.
  const isOnly = coverage.toLowerCase() === definition.name.toLowerCase();
  return {
    typeName: isOnly ? (definition.typeName ?? coverage) : coverage,
    geometry,
    location: locationAttributeOf(definition, coverage),
    crs: definition.mosaicCrs ?? crs ?? "EPSG:4326",
    attributes,
  };
}

/** The coverage's own schema, the definition's, or the default. */
export function schemaOf(
  definition: MosaicDefinition,
  coverage: string,
  grid?: RasterGrid,
): MosaicSchema {
  const explicit = coverageNamed(definition, coverage)?.schema ?? definition.schema;
  if (explicit !== undefined) return explicit;
  const location = locationAttributeOf(definition, coverage);
  // Skips footprint and location, which `usualSchema` adds.
  const ofGrid = grid === undefined ? [] : defaultSchema(grid).slice(2);
  const known = new Set(ofGrid.map(({ name }) => name));
  const ofTime = domainsOf(definition, coverage)
    .filter(({ name }) => name === "time")
    .flatMap(({ start, end }) => (end === undefined ? [start] : [start, end]))
    .filter((name) => !known.has(name))
    .map((name): IndexAttribute => ({ name, type: "timestamp" }));
  const ofCrs: readonly IndexAttribute[] = definition.heterogeneousCrs
    ? [{ name: definition.crsAttribute ?? "crs", type: "string" }]
    : [];
  return usualSchema(location, [...ofGrid, ...ofTime, ...ofCrs]);
}

/**
 * Columns of a grid without a schema: footprint, location, and NetCDF image index and positions.
 */
export function defaultSchema(grid: RasterGrid): readonly IndexAttribute[] {
  const columns: IndexAttribute[] = [
    { name: GEOMETRY_ATTRIBUTE, type: "geometry" },
    { name: "location", type: "string" },
  ];
  const { slices, name } = grid;
  if (name === undefined && slices.length <= 1) return columns;
  columns.push({ name: "imageindex", type: "integer" });
  if (slices.some(({ time }) => time !== undefined)) {
    columns.push({ name: "time", type: "timestamp" });
  }
  if (slices.some(({ elevation }) => elevation !== undefined)) {
    columns.push({ name: "elevation", type: "double" });
  }
  for (const axis of new Set(slices.flatMap(({ others }) => Object.keys(others)))) {
    if (columns.some((column) => column.name === axis)) continue;
    const isText = slices.some(({ others }) => typeof others[axis] === "string");
    columns.push({ name: axis, type: isText ? "string" : "double" });
  }
  return columns;
}
