/** Property groups of feature types and coverages. */

/** Texts; CRS codes without authority, and with it. */
export type ListType = "texts" | "codes" | "systems";

/** A measure is a number with a unit, in the server's own format. */
export interface GroupMember {
  readonly type: "flag" | "count" | "text" | "measure" | ListType;
  /** Its element or metadata key. */
  readonly element: string;
  /** The value if a document does not show it. */
  readonly usual: string;
  /** Set for metadata entries, which documents have only if set. */
  readonly isEntry?: true;
  /** Set where servers derive the value from data. */
  readonly isCalculated?: true;
  /** Documentation for manifests, as a sentence. */
  readonly means: string;
}

/** Properties by spec name. */
export type GroupTable = Readonly<Record<string, GroupMember>>;

/** HTTP caching of drawn maps. */
export const caching = {
  enabled: {
    type: "flag",
    element: "cachingEnabled",
    usual: "false",
    isEntry: true,
    means: "Whether answers say how long they may be kept.",
  },
  maxAge: {
    type: "count",
    element: "cacheAgeMax",
    usual: "",
    isEntry: true,
    means: "Seconds that they may be kept.",
  },
} as const satisfies GroupTable;

/** WFS properties of a feature type. */
export const wfs = {
  maxFeatures: {
    type: "count",
    element: "maxFeatures",
    usual: "0",
    means: "Most features of one answer; 0 for as many as the service allows.",
  },
  numDecimals: {
    type: "count",
    element: "numDecimals",
    usual: "0",
    means: "Decimals of coordinates; 0 for those of the server's settings.",
  },
  padWithZeros: {
    type: "flag",
    element: "padWithZeros",
    usual: "false",
    means: "Whether decimals are filled up with zeros.",
  },
  forcedDecimal: {
    type: "flag",
    element: "forcedDecimal",
    usual: "false",
    means: "Whether numbers are never written with exponents.",
  },
  responseSrs: {
    type: "codes",
    element: "responseSRS",
    usual: "",
    means: "Reference systems that capabilities list, if overridingServiceSrs is set.",
  },
  overridingServiceSrs: {
    type: "flag",
    element: "overridingServiceSRS",
    usual: "false",
    means: "Whether responseSrs counts in the place of what the service lists.",
  },
  skipNumberMatched: {
    type: "flag",
    element: "skipNumberMatched",
    usual: "false",
    means: "Whether answers leave out how many features there are.",
  },
  circularArcPresent: {
    type: "flag",
    element: "circularArcPresent",
    usual: "false",
    means: "Whether arcs stay arcs.",
  },
  linearizationTolerance: {
    type: "measure",
    element: "linearizationTolerance",
    usual: "",
    means: "How far lines may be off arcs, such as 10m; stock servers keep two decimals.",
  },
  encodeMeasures: {
    type: "flag",
    element: "encodeMeasures",
    usual: "false",
    means: "Whether measures of coordinates are written.",
  },
  simpleConversionEnabled: {
    type: "flag",
    element: "simpleConversionEnabled",
    usual: "false",
    means: "Whether complex features can be had as simple ones.",
  },
} as const satisfies GroupTable;

/** WCS properties of a coverage. */
export const wcs = {
  interpolation: {
    type: "text",
    element: "defaultInterpolationMethod",
    usual: "nearest neighbor",
    isCalculated: true,
    means: "How values are found between pixels where a client does not say it.",
  },
  interpolations: {
    type: "texts",
    element: "interpolationMethods",
    usual: "",
    isCalculated: true,
    means: "How they can be found.",
  },
  formats: {
    type: "texts",
    element: "supportedFormats",
    usual: "",
    isCalculated: true,
    means: "Formats of downloads.",
  },
  requestSrs: {
    type: "systems",
    element: "requestSRS",
    usual: "",
    isCalculated: true,
    means: "Reference systems that clients may ask in.",
  },
  responseSrs: {
    type: "systems",
    element: "responseSRS",
    usual: "",
    isCalculated: true,
    means: "Reference systems of downloads.",
  },
} as const satisfies GroupTable;
