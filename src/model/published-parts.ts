/** Parts that the documents of published objects share. */
import type { Part, Parts, PartTexts } from "./schema.ts";

/** HTTP caching of drawn maps. */
export const caching = {
  type: "group",
  means: "How long clients may keep maps of it.",
  parts: {
    enabled: {
      type: "flag",
      path: "metadata/@cachingEnabled",
      usual: false,
      means: "Whether answers say how long they may be kept.",
    },
    maxAge: {
      type: "count",
      least: 0,
      path: "metadata/@cacheAgeMax",
      means: "Seconds that they may be kept.",
    },
  },
} as const satisfies Part;

/** WFS properties of a feature type. */
export const wfs = {
  type: "group",
  means: "What downloads are like.",
  parts: {
    maxFeatures: {
      type: "count",
      least: 0,
      usual: 0,
      means: "Most features of one answer; 0 for as many as the service allows.",
    },
    numDecimals: {
      type: "count",
      least: 0,
      usual: 0,
      means: "Decimals of coordinates; 0 for those of the server's settings.",
    },
    padWithZeros: {
      type: "flag",
      usual: false,
      means: "Whether decimals are filled up with zeros.",
    },
    forcedDecimal: {
      type: "flag",
      usual: false,
      means: "Whether numbers are never written with exponents.",
    },
    responseSrs: {
      type: "codes",
      path: "responseSRS",
      means: "Reference systems that capabilities list, if overridingServiceSrs is set.",
    },
    overridingServiceSrs: {
      type: "flag",
      path: "overridingServiceSRS",
      usual: false,
      means: "Whether responseSrs counts in the place of what the service lists.",
    },
    skipNumberMatched: {
      type: "flag",
      usual: false,
      means: "Whether answers leave out how many features there are.",
    },
    circularArcPresent: {
      type: "flag",
      usual: false,
      means: "Whether arcs stay arcs.",
    },
    encodeMeasures: {
      type: "flag",
      usual: false,
      means: "Whether measures of coordinates are written.",
    },
    linearizationTolerance: {
      type: "measure",
      means: "How far lines may be off arcs, such as 10m; stock servers keep two decimals.",
    },
    simpleConversionEnabled: {
      type: "flag",
      usual: false,
      means: "Whether complex features can be had as simple ones.",
    },
  },
} as const satisfies Part;

/** WCS properties of a coverage. */
export const wcs = {
  type: "group",
  means: "What downloads are like.",
  parts: {
    interpolation: {
      type: "filled-word",
      path: "defaultInterpolationMethod",
      usual: "nearest neighbor",
      isFoundOut: true,
      means: "How values are found between pixels where a client does not say it.",
    },
    interpolations: {
      type: "texts",
      path: "interpolationMethods",
      isFoundOut: true,
      means: "How they can be found.",
    },
    formats: {
      type: "texts",
      path: "supportedFormats",
      isFoundOut: true,
      means: "Formats of downloads.",
    },
    requestSrs: {
      type: "systems",
      path: "requestSRS",
      isFoundOut: true,
      means: "Reference systems that clients may ask in.",
    },
    responseSrs: {
      type: "systems",
      path: "responseSRS",
      isFoundOut: true,
      means: "Reference systems of downloads.",
    },
  },
} as const satisfies Part;

const pixels = { type: "count", least: 0, usual: 0, means: "Pixels." } as const;
const about = { type: "filled-word", means: "What it is about." } as const;

/** Whose work a layer or group is. */
export const attribution = {
  type: "record",
  means: "Whose work it is. What it leaves out, the layer does not have.",
  parts: {
    title: { type: "filled-word" },
    href: { type: "filled-word", means: "Address of who made it." },
    logoUrl: { type: "filled-word", path: "logoURL" },
    logoType: { type: "filled-word", means: "Media type of the logo, such as image/png." },
    logoWidth: pixels,
    logoHeight: pixels,
  },
} as const satisfies Part;

/** Names in the schemas of services hold no white space. */
const token = { type: "token", isRequired: true } as const;
const required = { type: "filled-word", isRequired: true } as const;

/** Authorities that give identifiers. */
export const authorityUrls = {
  type: "records",
  path: "authorityURLs",
  item: "AuthorityURL",
  means: "Every authority that gives out identifiers.",
  parts: { name: token, href: required },
} as const satisfies Part;

/** Identifiers that authorities gave. */
export const identifiers = {
  type: "records",
  path: "identifiers",
  item: "Identifier",
  means: "Every identifier that an authority gave.",
  parts: { authority: token, identifier: required },
} as const satisfies Part;

const url = { type: "link", path: "content", isRequired: true } as const;
const linkText = ({ url: address, type, standard, about: subject }: PartTexts) =>
  [address, type, standard, subject === undefined ? undefined : `about ${subject}`]
    .filter((one) => one !== undefined)
    .join(" ");

/** Links to metadata and to data. */
export const links = {
  metadata: {
    type: "records",
    path: "metadataLinks",
    item: "metadataLink",
    means: "Every link to metadata.",
    parts: {
      type: { ...required, means: "Media type, such as text/xml." },
      standard: {
        ...required,
        path: "metadataType",
        means: "Standard of the metadata, such as ISO19115:2003 or TC211.",
      },
      url,
      about,
    },
    says: linkText,
  },
  data: {
    type: "records",
    path: "dataLinks",
    // GeoServer knows no shorter name.
    item: "org.geoserver.catalog.impl.DataLinkInfoImpl",
    means: "Every link to data.",
    parts: { type: { ...required, means: "Media type." }, url, about },
    says: linkText,
  },
} as const satisfies Readonly<Record<string, Part>>;

/** Those of published resources. */
export const publishedParts: Parts = {
  caching,
  wfs,
  wcs,
  metadataLinks: links.metadata,
  dataLinks: links.data,
};
