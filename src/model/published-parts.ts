/** Parts that the documents of published objects share. */
import type { Part, Parts, PartTexts } from "./schema.ts";

/** HTTP caching of drawn maps. */
export const caching = {
  type: "group",
  means: "HTTP caching of its maps.",
  parts: {
    enabled: {
      type: "flag",
      path: "metadata/@cachingEnabled",
      usual: false,
      means: "Whether responses have caching headers.",
    },
    maxAge: {
      type: "count",
      least: 0,
      path: "metadata/@cacheAgeMax",
      means: "Cache lifetime in seconds.",
    },
  },
} as const satisfies Part;

/** WFS properties of a feature type. */
export const wfs = {
  type: "group",
  means: "Settings of downloads.",
  parts: {
    maxFeatures: {
      type: "count",
      least: 0,
      usual: 0,
      means: "Maximum features per response; 0 means the limit of the service.",
    },
    numDecimals: {
      type: "count",
      least: 0,
      usual: 0,
      means: "Decimals of coordinates; 0 means the setting of the server.",
    },
    padWithZeros: {
      type: "flag",
      usual: false,
      means: "Whether decimals are padded with zeros.",
    },
    forcedDecimal: {
      type: "flag",
      usual: false,
      means: "Whether numbers are written without exponents.",
    },
    responseSrs: {
      type: "codes",
      path: "responseSRS",
      means: "Reference systems listed in capabilities, if overridingServiceSrs is set.",
    },
    overridingServiceSrs: {
      type: "flag",
      path: "overridingServiceSRS",
      usual: false,
      means: "Whether responseSrs replaces the list of the service.",
    },
    skipNumberMatched: {
      type: "flag",
      usual: false,
      means: "Whether responses omit the number of matching features.",
    },
    circularArcPresent: {
      type: "flag",
      usual: false,
      means: "Whether circular arcs are kept as arcs.",
    },
    encodeMeasures: {
      type: "flag",
      usual: false,
      means: "Whether measures (M) of coordinates are encoded.",
    },
    linearizationTolerance: {
      type: "measure",
      means: "Maximum distance of linearized arcs, such as 10m; GeoServer keeps two decimals.",
    },
    simpleConversionEnabled: {
      type: "flag",
      usual: false,
      means: "Whether complex features can be requested as simple features.",
    },
  },
} as const satisfies Part;

/** WCS properties of a coverage. */
export const wcs = {
  type: "group",
  means: "Settings of downloads.",
  parts: {
    interpolation: {
      type: "filled-word",
      path: "defaultInterpolationMethod",
      usual: "nearest neighbor",
      isFoundOut: true,
      means: "Default interpolation method.",
    },
    interpolations: {
      type: "texts",
      path: "interpolationMethods",
      isFoundOut: true,
      means: "Supported interpolation methods.",
    },
    formats: {
      type: "texts",
      path: "supportedFormats",
      isFoundOut: true,
      means: "Supported output formats.",
    },
    requestSrs: {
      type: "systems",
      path: "requestSRS",
      isFoundOut: true,
      means: "Reference systems of requests.",
    },
    responseSrs: {
      type: "systems",
      path: "responseSRS",
      isFoundOut: true,
      means: "Reference systems of responses.",
    },
  },
} as const satisfies Part;

const pixels = { type: "count", least: 0, usual: 0, means: "Pixels." } as const;
const about = { type: "filled-word", means: "Type of the metadata or data." } as const;

/** Whose work a layer or group is. */
export const attribution = {
  type: "record",
  means: "Attribution; omitted members are empty.",
  parts: {
    title: { type: "filled-word" },
    href: { type: "filled-word", means: "Address of the provider." },
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
  means: "All authorities of identifiers.",
  parts: { name: token, href: required },
} as const satisfies Part;

/** Identifiers that authorities gave. */
export const identifiers = {
  type: "records",
  path: "identifiers",
  item: "Identifier",
  means: "All identifiers from authorities.",
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
    means: "All metadata links.",
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
    means: "All data links.",
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
