/** The coverages that a manifest publishes, and how they are compared with published ones. */
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { parseDuration } from "../../../model/instant.ts";
import { domainsOf } from "../../../model/mosaic/coverage.ts";
import type { MosaicDefinition } from "../../../model/mosaic.ts";
import { nameFault } from "../../../model/name.ts";
import type {
  CoverageInput,
  CoverageSettings,
  DimensionSettings,
} from "../../../wire/coverage-settings.ts";
import type { Manifest } from "../../kind.ts";
import type { CoverageSpec, MosaicSpec } from "./spec.ts";

type Path = readonly (string | number)[];

/** Reads the coverages of a manifest; undefined when it leaves them as they are. */
export function readCoverages(
  manifest: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
): {
  readonly coverages: readonly CoverageInput[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { spec, locate } = manifest;
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const coverages = spec.coverages?.map((coverage, index): CoverageInput => {
    const path: Path = ["spec", "coverages", index];
    const { name, nativeName = name, title } = coverage;
    const fault = nameFault(name) ?? (seen.has(name) ? "is declared twice" : undefined);
    seen.add(name);
    if (fault !== undefined) {
      const message = `The coverage name ${JSON.stringify(name)} ${fault}`;
      const where = locate([...path, "name"]);
      diagnostics.push({ code: "manifest-invalid", severity: "error", message, where });
    }
    diagnostics.push(...nativeFaults(manifest, definition, { path, nativeName }));
    const dimensions = readDimensions(manifest, coverage, path, diagnostics);
    diagnostics.push(...unknownDimensions(manifest, definition, { path, coverage, nativeName }));
    return { name, nativeName, title, dimensions };
  });
  return { coverages, diagnostics };
}

/** Names of coverages that a definition tells; `sure` when there can be no others. */
export function nativeNames(definition: MosaicDefinition): {
  readonly names: readonly string[];
  readonly sure: boolean;
} {
  const listed = [...definition.coverages, ...definition.auxiliary];
  const names = listed.flatMap(({ name }) => name ?? []);
  const named = definition.nameCollector ?? listed.find((one) => one.nameCollector !== undefined);
  const open = named !== undefined || listed.some(({ name }) => name === undefined);
  if (names.length === 0) return { names: [definition.name], sure: false };
  return { names: [...new Set(names)], sure: !open };
}

function nativeFaults(
  { locate }: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
  { path, nativeName }: { readonly path: Path; readonly nativeName: string },
): readonly Diagnostic[] {
  const { names, sure } = nativeNames(definition);
  if (names.includes(nativeName) || definition.nameCollector !== undefined) return [];
  const severity = sure ? "error" : "warning";
  const known = names.join(", ");
  const message = `The definition names no coverage ${nativeName}; it names ${known}`;
  const hint = "nativeName is the name inside the mosaic; name is the one it is published under.";
  return [{ code: "mosaic-granules", severity, message, hint, where: locate([...path, "name"]) }];
}

function unknownDimensions(
  { locate }: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
  about: { readonly path: Path; readonly coverage: CoverageSpec; readonly nativeName: string },
): readonly Diagnostic[] {
  const { path, coverage, nativeName } = about;
  const known = domainsOf(definition, nativeName).map(({ name }) => name.toLowerCase());
  return Object.keys(coverage.dimensions ?? {})
    .filter((name) => !known.includes(name.replace(CUSTOM, "").toLowerCase()))
    .map((name) => {
      const list = known.length === 0 ? "none" : known.join(", ");
      const message = `The definition names no dimension ${name}; it names ${list}`;
      const where = locate([...path, "dimensions", name]);
      return { code: "mosaic-granules", severity: "warning", message, where } as const;
    });
}

const CUSTOM = /^custom_dimension_/;

function readDimensions(
  { locate }: Manifest<MosaicSpec>,
  { dimensions }: CoverageSpec,
  path: Path,
  diagnostics: Diagnostic[],
): readonly DimensionSettings[] | undefined {
  if (dimensions === undefined) return undefined;
  return Object.entries(dimensions).map(([name, given]) => {
    const { presentation, units, defaultValue } = given;
    const resolution = resolutionOf(name, given.resolution);
    const at = [...path, "dimensions", name];
    const tell = (field: string, message: string) => {
      const where = locate([...at, field]);
      diagnostics.push({ code: "manifest-invalid", severity: "error", message, where });
    };
    if (given.resolution !== undefined && resolution === undefined)
      tell("resolution", resolutionFault(name, given.resolution));
    if (presentation === "DISCRETE_INTERVAL" && given.resolution === undefined)
      tell("presentation", "DISCRETE_INTERVAL needs a resolution");
    return {
      key: keyOf(name),
      presentation,
      resolution,
      units: units ?? usualUnits[name],
      defaultStrategy: defaultValue?.strategy,
      defaultReference: defaultValue?.referenceValue,
    };
  });
}

const usualUnits: Readonly<Record<string, string>> = { time: "ISO8601", elevation: "EPSG:5030" };

function keyOf(name: string): string {
  return name in usualUnits || CUSTOM.test(name) ? name : `custom_dimension_${name}`;
}

/** A step as servers keep it: times in milliseconds; undefined for what is none. */
function resolutionOf(name: string, given: string | number | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (name !== "time") return Number.isFinite(Number(given)) ? String(Number(given)) : undefined;
  const duration = parseDuration(String(given));
  if (duration === undefined || duration.months > 0 || duration.ms === 0) return undefined;
  return String(duration.ms);
}

function resolutionFault(name: string, given: string | number): string {
  const text = JSON.stringify(given);
  if (name !== "time") return `${text} is no number`;
  return `${text} is no duration of a fixed length; one is written PT6H or P1D`;
}

/** What identifies a coverage: its name, and that of what it shows. */
export function identityText({ name, nativeName }: CoverageInput | CoverageSettings): string {
  return `${name}: native ${nativeName}`;
}

/** The name and the native name in a text that starts with `identityText`. */
export function identityIn(text: string): { readonly name: string; readonly nativeName: string } {
  const [name = "", rest = ""] = text.split(": native ", 2);
  return { name, nativeName: rest.split(", title ", 1)[0]?.split(", dimensions ", 1)[0] ?? "" };
}

/** A declared coverage as a text to compare and to show. */
export function declaredText(coverage: CoverageInput): string {
  const { title, dimensions } = coverage;
  return textOf(coverage, title, dimensions);
}

/** A published coverage as a text, as far as the manifest says something about it. */
export function publishedText(
  published: CoverageSettings,
  declared: CoverageInput | undefined,
): string {
  if (declared === undefined) return identityText(published);
  const { title, dimensions } = published;
  return textOf(
    published,
    declared.title === undefined ? undefined : title,
    declared.dimensions === undefined
      ? undefined
      : dimensions.map((one) => asDeclared(one, declared.dimensions ?? [])),
  );
}

/** Fields that the manifest leaves open are left open. */
function asDeclared(
  published: DimensionSettings,
  declared: readonly DimensionSettings[],
): DimensionSettings {
  const own = declared.find(({ key }) => key === published.key);
  if (own === undefined) return published;
  const { key, presentation, resolution, units, defaultStrategy, defaultReference } = published;
  return {
    key,
    presentation,
    resolution: own.resolution === undefined ? undefined : plainNumber(resolution),
    units: own.units === undefined ? undefined : units,
    defaultStrategy: own.defaultStrategy === undefined ? undefined : defaultStrategy,
    defaultReference: own.defaultReference === undefined ? undefined : defaultReference,
  };
}

/** `3600000.0` and `3600000` are one number. */
function plainNumber(text: string | undefined): string | undefined {
  return text === undefined || !Number.isFinite(Number(text)) ? text : String(Number(text));
}

function textOf(
  coverage: CoverageInput | CoverageSettings,
  title: string | undefined,
  dimensions: readonly DimensionSettings[] | undefined,
): string {
  const shown = (dimensions ?? []).map(dimensionText).toSorted().join(" and ");
  return [
    identityText(coverage),
    ...(title === undefined ? [] : [`title ${JSON.stringify(title)}`]),
    ...(dimensions === undefined ? [] : [`dimensions ${shown === "" ? "none" : shown}`]),
  ].join(", ");
}

function dimensionText(dimension: DimensionSettings): string {
  const { key, presentation, resolution, units, defaultStrategy, defaultReference } = dimension;
  return [
    key,
    presentation,
    ...(resolution === undefined ? [] : [`every ${resolution}`]),
    ...(units === undefined || units === usualUnits[key] ? [] : [`in ${units}`]),
    ...(defaultStrategy === undefined ? [] : [`default ${defaultStrategy}`]),
    ...(defaultReference === undefined ? [] : [defaultReference]),
  ].join(" ");
}
