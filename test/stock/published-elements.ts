/** Elements of feature types and coverages in the order of documents, and what servers say of those that nobody set. */

const words = (text: string): readonly string[] => text.split(" ");

export const HEAD = words(
  "alias title description abstract keywords metadataLinks dataLinks nativeCRS srs nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised",
);

export const SERVICES = words(
  "serviceConfiguration disabledServices simpleConversionEnabled internationalTitle internationalAbstract",
);

export const TYPE_TAIL = words(
  "cqlFilter maxFeatures numDecimals padWithZeros forcedDecimal responseSRS overridingServiceSRS skipNumberMatched circularArcPresent encodeMeasures linearizationTolerance attributes",
);

export const COVERAGE_TAIL = words(
  "grid supportedFormats interpolationMethods defaultInterpolationMethod dimensions requestSRS responseSRS parameters",
);

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

// What the first change says where nobody did.
export const SETTLED_COVERAGES: ReadonlyMap<string, string> = new Map([
  ["advertised", "true"],
  ["simpleConversionEnabled", "false"],
]);
export const SETTLED_TYPES: ReadonlyMap<string, string> = new Map([
  ...SETTLED_COVERAGES,
  ["encodeMeasures", "false"],
]);

const strings = (...texts: readonly string[]) =>
  texts.map((text) => `<string>${text}</string>`).join("");

// Of a coverage that a request configured in part, nothing else is read from the raster.
export const PARTIAL_COVERAGES: Readonly<Record<string, string>> = {
  serviceConfiguration: "false",
  grid: "<range><low>0 0</low><high>4 4</high></range>",
};

// All rasters here are alike.
export const USUAL_OF_COVERAGES: Readonly<Record<string, string>> = {
  ...PARTIAL_COVERAGES,
  simpleConversionEnabled: "false",
  supportedFormats: strings("GEOTIFF", "ArcGrid"),
  interpolationMethods: strings("nearest neighbor", "bilinear", "bicubic"),
  defaultInterpolationMethod: "nearest neighbor",
  requestSRS: strings("EPSG:4326"),
  responseSRS: strings("EPSG:4326"),
};

export const CASCADED_LISTS = { wms: "wmslayers", wmts: "layers" } as const;
