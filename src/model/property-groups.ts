/** Groups of properties that feature types and coverages have, each under one name of a spec. */

/** Texts; codes of reference systems without their authority, and with it. */
export type ListType = "texts" | "codes" | "systems";

/** One of them. A measure is a number with a unit, which servers spell in their own way. */
export interface GroupMember {
  readonly type: "flag" | "count" | "text" | "measure" | ListType;
  /** Its element, or the key of its entry in the metadata. */
  readonly element: string;
  /** What a document that does not show it means. */
  readonly usual: string;
  /** Set where it is an entry of the metadata, which a document has only if somebody set it. */
  readonly isEntry?: true;
  /** Set where servers that read the data find it out by themselves. */
  readonly isCalculated?: true;
  /** What manifests say by it, as a sentence. */
  readonly means: string;
}

/** They by their names in the spec. */
export type GroupTable = Readonly<Record<string, GroupMember>>;

/** How long what is drawn may be kept. */
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

/** What downloads of a feature type are like. */
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

/** What downloads of a coverage are like. */
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
