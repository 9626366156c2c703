/**
 * What is broken behind a catalog that looks good over REST, and what each service says of it: the fault table of a
 * live 2.28.2, with its texts.
 */
import type { Layer } from "./catalog.ts";

/** A fault, by its name or with the name that the server's texts give: an attribute, a table, a function, a time. */
export type Fault = FaultName | { readonly fault: FaultName; readonly names: string };

/** What a service of maps says or draws. */
export type Shown = "drawn" | "blank" | { readonly text: string; readonly code?: string };

/** What WFS says. */
export type Features =
  | "some"
  | "none"
  | {
      readonly status: 400 | 500;
      readonly text: string;
      readonly code?: string;
      readonly locator?: string;
    };

/** What a fault does, where it does not look good. */
export interface Effect {
  readonly map?: Shown;
  readonly legend?: Shown;
  readonly features?: Features;
  /** DescribeFeatureType answers without a type. */
  readonly hasNoSchema?: boolean;
  readonly coverage?: { readonly status: number; readonly text: string };
  readonly coverageDescription?: { readonly status: number; readonly text: string };
  readonly tile?: "broken" | "unknown";
  /** Left out of WMS capabilities. */
  readonly isMissing?: boolean;
  /** Left out of WCS capabilities. */
  readonly isMissingCoverage?: boolean;
  /** Groups with it are left out too. */
  readonly hidesGroups?: boolean;
  /** The list of tiles of the whole server fails, naming this style. */
  readonly stopsTileLists?: boolean;
  /** The features lie elsewhere in other reference systems than the declared one. */
  readonly isElsewhere?: boolean;
  /** The time for which the map is blank. */
  readonly blankAt?: string;
}

type Make = (layer: Layer, names: string | undefined) => Effect;

const WRAPPED = "Error getting FeatureType, this should never happen!";

/** A source that does not open; texts of connections follow without a break. */
function source(message: string, breaks = "\n"): Effect {
  const [first = ""] = message.split("\n");
  const wrapped = `java.lang.RuntimeException: ${WRAPPED}\n${WRAPPED}${breaks}${message}`;
  const legend =
    breaks === "" ? `java.io.IOException${message}` : `java.io.IOException: ${first}\n${message}`;
  return {
    map: { text: wrapped },
    legend: { text: legend },
    features: {
      status: 500,
      text: `Error occurred getting features${breaks}${message}`,
      code: "OperationProcessingFailed",
      locator: "GetFeature",
    },
    hasNoSchema: true,
    tile: "broken",
    isMissing: true,
  };
}

function unreachable(address: string): string {
  const refused = `Connection to ${address} refused. Check that the hostname and port are correct and that the postmaster is accepting TCP/IP connections.`;
  const pool = `Cannot create PoolableConnectionFactory (${refused})`;
  return `Unable to obtain connection: ${pool}\n${pool}\n${refused}\nConnection refused`;
}

/** A style that cannot be read. */
function style(text: string, stopsTileLists: boolean): Effect {
  const shown = { text };
  return {
    map: shown,
    legend: shown,
    tile: "broken",
    isMissing: true,
    hidesGroups: true,
    stopsTileLists,
  };
}

function nullStyle(of: string): string {
  const text = `Cannot invoke "org.geoserver.catalog.StyleInfo.getStyle()" because ${of} is null`;
  return `java.lang.NullPointerException: ${text}\n${text}`;
}

function mapped(attribute: string, end: string): Features {
  const text = `Error applying mapping with targetAttribute ${attribute}`;
  return {
    status: 400,
    text: `java.lang.RuntimeException: java.lang.RuntimeException: ${text}\njava.lang.RuntimeException: ${text}\n${text}\n${end}`,
  };
}

function unread(url: string): string {
  return `Failed to create reader from ${url} and hints Hints:\n  GRID_COVERAGE_FACTORY = GridCoverageFactory`;
}

const effects = {
  "table-dropped": ({ nativeName }) => source(`Schema '${nativeName}' does not exist.`),
  "sql-broken": (_layer, relation = "roadz") =>
    source(
      `Error looking up primary key\nERROR: relation "${relation}" does not exist\n  Position: 44`,
    ),
  "database-down": (_layer, address = "127.0.0.1:5432") => source(unreachable(address), ""),
  "mapping-no-xml": () => ({
    ...source(
      'Can\'t parse complex datastore config. \nElement or attribute "as:" do not match QName production: QName::=(NCName:)?NCName.',
    ),
    tile: "unknown",
  }),
  "style-cut-off": () => {
    const text = "XML document structures must start and end within the same entity.";
    const at = `org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 133; ${text}`;
    return style(`java.lang.RuntimeException: ${at}\n${at}\n${text}`, true);
  },
  "style-unknown-function": (_layer, name = "noSuch") =>
    style(
      `java.lang.RuntimeException: Unable to find function ${name}\nUnable to find function ${name}`,
      true,
    ),
  "style-no-sld": ({ style: name = "" }) =>
    style(`Could not extract a UserStyle definition from ${name.split(":").at(-1)}`, false),
  "style-unknown-mark": ({ key }, name = "nosuchmark") => {
    const text = `The specified mark ${name} was not found!`;
    return {
      map: { text: `Rendering process failed. Layers: ${key}\n${text}`, code: "internalError" },
      legend: { text: `java.lang.IllegalArgumentException: ${text}\n${text}` },
      tile: "broken",
    };
  },
  "style-of-other-geometry": ({ holds }) => (holds === "features" ? { map: "blank" } : {}),
  "filter-missing-attribute": ({ key }, name = "nosuch") => ({
    map: {
      text: `The requested Style can not be used with this layer.  The style specifies an attribute named '${name}', not found in the '${key}' layer`,
    },
    tile: "broken",
  }),
  "image-missing": () => ({}),
  "wrong-srs": () => ({ isElsewhere: true }),
  "empty-table": () => ({ map: "blank", features: "none" }),
  "mapping-column-missing": ({ key, workspace, style: own }, column = "labell") => ({
    map:
      own === undefined || own === "generic"
        ? { text: nullStyle('"defaultStyle"') }
        : {
            text: `Rendering process failed. Layers: ${key}\nError transforming bbox\nCannot invoke "org.geotools.api.referencing.crs.CoordinateReferenceSystem.getCoordinateSystem()" because "sourceCrs" is null`,
            code: "internalError",
          },
    legend: {
      text: nullStyle('the return value of "org.geoserver.catalog.LayerInfo.getDefaultStyle()"'),
    },
    features: mapped(
      `${workspace}:label`,
      `Could not find working property accessor for attribute (${column}) in object`,
    ),
    tile: "unknown",
    isMissing: true,
  }),
  "schema-changed": ({ workspace, name, uri }, attribute = "note") => ({
    features: mapped(
      `${workspace}:${attribute}`,
      `${workspace}:${attribute} is not a valid location path for type ${uri}:${name}Type.`,
    ),
  }),
  "raster-gone": ({ key }, url = "file:data/reliefgone.tif") => ({
    map: { text: `java.io.IOException: ${unread(url)}` },
    legend: { text: `java.io.IOException: ${unread(url)}` },
    coverage: {
      status: 200,
      text: `Failed to read the coverage ${key.replace(":", "__")}\n${unread(url)}`,
    },
    isMissingCoverage: true,
    coverageDescription: { status: 500, text: `java.io.IOException: ${unread(url)}` },
    tile: "broken",
  }),
  "granule-gone": ({ hasTime }, time) => (hasTime && time !== undefined ? { blankAt: time } : {}),
  "mosaic-empty": ({ hasTime }) => {
    const text = "Unable to compute extrema value:TIME_DOMAIN_MAXIMUM";
    return {
      map: hasTime ? { text: `java.lang.IllegalStateException: ${text}\n${text}` } : "blank",
      isMissing: hasTime,
      coverage: {
        status: 500,
        text: "Unable to read a coverage for the current request (could be due to filtering or subsetting): org.geoserver.wcs2_0.GridCoverageRequest@3b34a2f1",
      },
    };
  },
  "cascade-down": (_layer, address = "127.0.0.1:18120") => {
    const text = `Connect to ${address} [/${address.split(":")[0]}] failed: Connection refused`;
    return {
      map: {
        text: `Error rendering coverage on the fast path\norg.apache.http.conn.HttpHostConnectException: ${text}\n${text}\nConnection refused`,
      },
      tile: "broken",
    };
  },
  "cascade-down-after-reset": (_layer, address = "127.0.0.1:18120") => ({
    map: {
      text: `Internal error \nConnect to ${address} [/${address.split(":")[0]}] failed: Connection refused\nConnection refused`,
    },
    tile: "broken",
  }),
} as const satisfies Readonly<Record<string, Make>>;

/** All of them. */
export type FaultName = keyof typeof effects;

/** Faults by what they are of: a layer (`city:roads`), a style (`Style/city:roads`), a store (`dataStore city:pg`). */
export type Faults = Record<string, Fault>;

/** What is broken of a layer: itself, its style, or its store. */
export function effectOf(faults: Readonly<Faults>, layer: Layer): Effect {
  const fault =
    faults[layer.key] ??
    (layer.style === undefined ? undefined : faults[`Style/${layer.style}`]) ??
    faults[layer.store];
  if (fault === undefined) return {};
  const { fault: name, names } = typeof fault === "string" ? { fault, names: undefined } : fault;
  const make: Make = effects[name];
  return make(layer, names);
}
