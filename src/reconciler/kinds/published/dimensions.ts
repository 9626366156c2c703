/** Dimensions of manifests, and their comparison with published ones. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { compareText } from "../../../model/address.ts";
import { parseDuration } from "../../../model/instant.ts";
import {
  dimensionFacets,
  type DimensionFacet,
  type DimensionFacets,
  type DimensionSettings,
} from "../../../wire/coverage-settings.ts";
import type { Manifest } from "../../kind.ts";

const dimension = madeOnce(() =>
  z.strictObject({
    presentation: z.enum(["LIST", "DISCRETE_INTERVAL", "CONTINUOUS_INTERVAL"]),
    resolution: z
      .union([z.string().min(1), z.number().positive()])
      .optional()
      .describe("Length of a step: an ISO 8601 duration such as PT6H for time, else a number."),
    units: z.string().min(1).optional().describe("ISO8601 for time when absent."),
    defaultValue: z
      .strictObject({
        strategy: z.enum(["MINIMUM", "MAXIMUM", "NEAREST", "FIXED", "BUILTIN"]),
        referenceValue: z.string().min(1).optional(),
      })
      .optional()
      .describe("Default value."),
    unitSymbol: z.string().min(1).optional().describe("Sign of the units, such as m."),
    nearestMatch: z
      .boolean()
      .optional()
      .describe("Whether the nearest value is shown if the requested one is missing."),
    rawNearestMatch: z.boolean().optional().describe("The same of downloads."),
    acceptableInterval: z
      .union([z.string().min(1), z.number().nonnegative()])
      .optional()
      .describe("How far off it may be: PT30M, PT1H/PT0H (before/after), or a number."),
    nearestFail: z
      .enum(["IGNORE", "EXCEPTION"])
      .optional()
      .describe("What to do if no value is near enough."),
    startValue: z
      .string()
      .min(1)
      .optional()
      .describe("First value that capabilities list, in the place of the one in the data."),
    endValue: z.string().min(1).optional().describe("Last one; PRESENT for now."),
  }),
);

export const dimensionsSpec = madeOnce(() => z.record(z.string().min(1), dimension()));

export const typeDimensionsSpec = madeOnce(() =>
  z.record(
    z.string().min(1),
    dimension().extend({
      attribute: z.string().min(1).describe("Attribute with the values."),
      endAttribute: z.string().min(1).optional().describe("Attribute with the ends of ranges."),
    }),
  ),
);

type DimensionsSpec =
  | z.infer<ReturnType<typeof dimensionsSpec>>
  | z.infer<ReturnType<typeof typeDimensionsSpec>>;

/** Prefix of custom dimensions: of coverages, of feature types. */
export type DimensionPrefix = "custom_dimension_" | "dim_";

/** The prefix of coverages by default. */
type Place = Pick<Manifest, "locate"> & { readonly prefix?: DimensionPrefix };

const usualUnits: Readonly<Record<string, string>> = { time: "ISO8601", elevation: "EPSG:5030" };

/** Adds problems to `diagnostics`. */
export function readDimensions(
  { locate, prefix = "custom_dimension_" }: Place,
  dimensions: DimensionsSpec,
  place: readonly (string | number)[],
  diagnostics: Diagnostic[],
): readonly DimensionSettings[] {
  return Object.entries(dimensions).map(([name, given]) => {
    const { presentation, units, defaultValue } = given;
    const resolution = resolutionOf(name, given.resolution);
    const report = (field: string, message: string) => {
      const where = locate([...place, name, field]);
      diagnostics.push(fault("manifest-invalid", message, { where }));
    };
    if (given.resolution !== undefined && resolution === undefined)
      report("resolution", resolutionProblem(name, given.resolution));
    if (presentation === "DISCRETE_INTERVAL" && given.resolution === undefined)
      report("presentation", "DISCRETE_INTERVAL needs a resolution");
    return {
      key: keyOf(name, prefix),
      presentation,
      resolution,
      units: units ?? usualUnits[name],
      defaultStrategy: defaultValue?.strategy,
      defaultReference: defaultValue?.referenceValue,
      facets: facetsIn(given),
    };
  });
}

function facetsIn(given: DimensionsSpec[string]): DimensionFacets {
  const said: Readonly<Record<string, unknown>> = given;
  const facets = Object.keys(dimensionFacets).filter((name) => said[name] !== undefined);
  return Object.fromEntries(facets.map((name) => [name, String(said[name]).trim()]));
}

function keyOf(name: string, prefix: DimensionPrefix): string {
  return name in usualUnits || name.startsWith(prefix) ? name : `${prefix}${name}`;
}

export function plainDimension(
  name: string,
  prefix: DimensionPrefix = "custom_dimension_",
): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Times in milliseconds; undefined where invalid. */
function resolutionOf(name: string, given: string | number | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (name !== "time") return Number.isFinite(Number(given)) ? String(Number(given)) : undefined;
  const duration = parseDuration(String(given));
  if (duration === undefined || duration.months > 0 || duration.ms === 0) return undefined;
  return String(duration.ms);
}

function resolutionProblem(name: string, given: string | number): string {
  const text = JSON.stringify(given);
  if (name !== "time") return `${text} is no number`;
  return `${text} is no duration of a fixed length; one is written PT6H or P1D`;
}

export function dimensionTexts(dimensions: readonly DimensionSettings[]): readonly string[] {
  return dimensions.map(dimensionText).toSorted();
}

export function publishedDimensionTexts(
  published: readonly DimensionSettings[],
  declared: readonly DimensionSettings[],
): readonly string[] {
  return dimensionTexts(published.map((one) => asDeclared(one, declared)));
}

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
    facets: Object.fromEntries(
      facetEntries(published).filter(([name]) => own.facets?.[name] !== undefined),
    ),
  };
}

function facetEntries({ facets = {} }: DimensionSettings): readonly [DimensionFacet, string][] {
  return Object.entries(facets) as [DimensionFacet, string][];
}

const facetWords: Readonly<Record<DimensionFacet, string>> = {
  attribute: "of",
  endAttribute: "to",
  unitSymbol: "sign",
  nearestMatch: "nearest match",
  rawNearestMatch: "nearest match of downloads",
  acceptableInterval: "within",
  startValue: "from",
  endValue: "until",
  nearestFail: "else",
};

/** `3600000.0` and `3600000` are one number. */
function plainNumber(text: string | undefined): string | undefined {
  return text === undefined || !Number.isFinite(Number(text)) ? text : String(Number(text));
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
    ...facetEntries(dimension)
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([name, text]) => `${facetWords[name]} ${text}`),
  ].join(" ");
}

/** Returns undefined where a dimension cannot be declared. */
export function spelledDimensions(
  published: readonly DimensionSettings[],
  prefix: DimensionPrefix = "custom_dimension_",
): Readonly<Record<string, object>> | undefined {
  const spelled = published.map(
    (one) => [plainDimension(one.key, prefix), spelledDimension(one)] as const,
  );
  const schema = prefix === "dim_" ? typeDimensionsSpec() : dimensionsSpec();
  const parsed = schema.safeParse(Object.fromEntries(spelled));
  return parsed.success ? Object.fromEntries(spelled) : undefined;
}

function spelledDimension(one: DimensionSettings): object {
  const { key, presentation, resolution, units, defaultStrategy, defaultReference } = one;
  const isUsual = units === undefined || units === usualUnits[key];
  const { attribute, endAttribute, ...facets } = Object.fromEntries(
    facetEntries(one)
      .filter(([, text]) => text !== "false")
      .map(([name, text]) => [name, text === "true" ? true : text]),
  );
  return {
    ...defined({ attribute, endAttribute }),
    presentation,
    ...(resolution === undefined ? {} : { resolution: spelledResolution(key, resolution) }),
    ...(isUsual ? {} : { units }),
    ...(defaultStrategy === undefined
      ? {}
      : {
          defaultValue: {
            strategy: defaultStrategy,
            ...(defaultReference === undefined ? {} : { referenceValue: defaultReference }),
          },
        }),
    ...facets,
  };
}

/** Uses the longest unit that gives a whole number. */
function spelledResolution(key: string, resolution: string): string | number {
  if (key !== "time") return Number(resolution);
  const ms = Number(resolution);
  const units = [
    [86_400_000, "P", "D"],
    [3_600_000, "PT", "H"],
    [60_000, "PT", "M"],
    [1_000, "PT", "S"],
  ] as const;
  const [length, before, after] = units.find(([unit]) => ms % unit === 0) ?? [1_000, "PT", "S"];
  return `${before}${ms / length}${after}`;
}
