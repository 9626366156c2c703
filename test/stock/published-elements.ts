/**
 * Elements of feature types and coverages that clients set, in the order of documents, and what such
 * servers say of those that nobody set.
 */

/** In front of the metadata. */
export const HEAD = [
  "alias",
  "title",
  "description",
  "abstract",
  "keywords",
  "metadataLinks",
  "dataLinks",
  "nativeCRS",
  "srs",
  "nativeBoundingBox",
  "latLonBoundingBox",
  "projectionPolicy",
  "enabled",
  "advertised",
] as const;

/** Behind the store. */
export const SERVICES = [
  "serviceConfiguration",
  "disabledServices",
  "simpleConversionEnabled",
  "internationalTitle",
  "internationalAbstract",
] as const;

/** At the end of a feature type. */
export const TYPE_TAIL = [
  "cqlFilter",
  "maxFeatures",
  "numDecimals",
  "padWithZeros",
  "forcedDecimal",
  "responseSRS",
  "overridingServiceSRS",
  "skipNumberMatched",
  "circularArcPresent",
  "encodeMeasures",
  "linearizationTolerance",
  "attributes",
] as const;

/** At the end of a coverage, behind its format. */
export const COVERAGE_TAIL = [
  "grid",
  "supportedFormats",
  "interpolationMethods",
  "defaultInterpolationMethod",
  "dimensions",
  "requestSRS",
  "responseSRS",
  "parameters",
] as const;

/** Of feature types. */
export const USUAL_OF_TYPES: Readonly<Record<string, string>> = {
  serviceConfiguration: "false",
  maxFeatures: "0",
  numDecimals: "0",
  padWithZeros: "false",
  forcedDecimal: "false",
  overridingServiceSRS: "false",
  skipNumberMatched: "false",
  circularArcPresent: "false",
};

/** What the first change of a feature type says of it, where nobody did. */
export const SETTLED_TYPES: ReadonlyMap<string, string> = new Map([
  ["advertised", "true"],
  ["simpleConversionEnabled", "false"],
  ["encodeMeasures", "false"],
]);

/** The same of a coverage. */
export const SETTLED_COVERAGES: ReadonlyMap<string, string> = new Map([
  ["advertised", "true"],
  ["simpleConversionEnabled", "false"],
]);

const strings = (...texts: readonly string[]) =>
  texts.map((text) => `<string>${text}</string>`).join("");

/** Of coverages: all rasters here are alike. */
export const USUAL_OF_COVERAGES: Readonly<Record<string, string>> = {
  serviceConfiguration: "false",
  simpleConversionEnabled: "false",
  grid: "<range><low>0 0</low><high>4 4</high></range>",
  supportedFormats: strings("GEOTIFF", "ArcGrid"),
  interpolationMethods: strings("nearest neighbor", "bilinear", "bicubic"),
  defaultInterpolationMethod: "nearest neighbor",
  requestSRS: strings("EPSG:4326"),
  responseSRS: strings("EPSG:4326"),
};

/** Of coverages that a request configured in part: nothing else is read from the raster. */
export const PARTIAL_COVERAGES: Readonly<Record<string, string>> = {
  serviceConfiguration: "false",
  grid: "<range><low>0 0</low><high>4 4</high></range>",
};
