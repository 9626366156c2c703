/**
 * What release lines of stock servers drop or change, for `plumbline doctor --for` and
 * docs/versions.md. Each row needs a page or a running server as its source.
 */
import type { UpgradeLine } from "../../model/server-line.ts";
import { settingsBefore3 } from "../../model/settings/server.ts";

export interface Beside {
  /** Whether the whole catalog is known, and has no coverages. */
  readonly isWithoutCoverages: boolean;
  readonly url: string | undefined;
}

/** The matches of a pattern (flags gim), or what a function returns. */
type Match = RegExp | ((text: string, beside: Beside) => Promise<string> | string);

/**
 * Where a use shows: in an object's declaration (lines `FIELD=VALUE`, or `FIELD.ENTRY` for lists
 * and maps), in files of its manifest, or in an undeclared file of a data directory (`*` for any
 * folder).
 */
export type Use = { readonly match: Match } & (
  | { readonly kind: string; readonly name?: string; readonly file?: RegExp }
  | { readonly path: string }
);

export interface LineChange {
  /** Stable, for programs. */
  readonly id: string;
  /** For the documentation. */
  readonly used: string;
  /** A sentence without its full stop. */
  readonly change: string;
  readonly advice: string;
  /** The page, or its section. */
  readonly source: string;
  readonly uses: readonly Use[];
}

const FORGOTTEN = settingsBefore3.join("|").replaceAll(".", "\\.");

const GUIDE = "Upgrading GeoServer 3";
const EXTENSIONS = `${GUIDE}, "Core modules downgraded to extension"`;
const SEEN = "seen on a 3.0 snapshot";

/** Elements of removed filters and role services. */
const OLD_AUTHENTICATION =
  /(?<=<)(?:openIdConnect|(?:google|github|geoNode)Oauth2)Authentication\b|(?<=<)keycloak(?:Adapter|RoleService)\b/gim;

/** Sorted from possible lockouts to minor changes. */
export const lineChanges: Readonly<Record<UpgradeLine, readonly LineChange[]>> = {
  "3.0": [
    {
      id: "oidc",
      used: "an authentication filter of the OAuth2, OpenID Connect or Keycloak plugins of 2.x, or a role service of Keycloak",
      change:
        "The filter or role service is switched off, and a chain without another filter answers 403",
      advice:
        "Make sure that a password lets an administrator in, then set up the OpenID Connect filter of 3.0 in its place.",
      source: "Migrating from the legacy OAuth2/OIDC plugins",
      uses: [
        { path: "security/filter/*/config.xml", match: OLD_AUTHENTICATION },
        { path: "security/role/*/config.xml", match: OLD_AUTHENTICATION },
      ],
    },
    {
      id: "jdbcconfig",
      used: "a catalog in a database of jdbcconfig (`enabled=true`)",
      change:
        "GeoServer Cloud 3.0 has no jdbcconfig, and the catalog is not in the files of the directory",
      advice:
        "Import the catalog from the running server with plumbline import --url, and apply it to the new one.",
      source: "geoserver/geoserver-cloud#482",
      uses: [
        {
          path: "jdbcconfig/jdbcconfig.properties",
          match: /^[ \t]*enabled[ \t]*[=:][ \t]*true[ \t\r]*$/gim,
        },
      ],
    },
    {
      id: "h2-store",
      used: "a data store of H2, or a mapping that reads from one",
      change: "Stores of H2 are gone",
      advice:
        "Copy the data into another database before the upgrade, and declare the store with that.",
      source: `${GUIDE}, "H2 Datastore Removal"`,
      uses: [
        { kind: "DataStore", match: /^(?:parameters\.dbtype=h2|type=h2\b.*)$/gim },
        {
          kind: "AppSchemaStore",
          file: /\.(?:xml|appschema)$/i,
          match: /(?<=<name>\s*)dbtype\s*<\/name>\s*<value>\s*h2(?=\s*<)/gim,
        },
      ],
    },
    {
      id: "h2-mosaic-index",
      used: "a mosaic with its index in H2 (`SPI=org.geotools.data.h2.…` in datastore.properties)",
      change: "There is no such factory, so the mosaic cannot be read",
      advice: "Name another SPI, such as that of PostGIS, and harvest the granules again.",
      source: SEEN,
      uses: [
        {
          kind: "ImageMosaic",
          file: /^datastore\.properties$/,
          match: /^[ \t]*SPI[ \t]*[=:][ \t]*org\.geotools\.data\.h2\.\w+/gim,
        },
      ],
    },
    {
      id: "raster-extension",
      used: "a coverage store of the type WorldImage or ArcGrid",
      change: "Rasters of that type are read with an extension only",
      advice: "Install the extension for the type, or make a GeoTIFF of the raster.",
      source: EXTENSIONS,
      uses: [{ kind: "CoverageStore", match: /^type=(?:WorldImage|ArcGrid)$/gim }],
    },
    {
      id: "wcs-1",
      used: "a WCS that is on and does not leave the versions 1.x out; of a whole catalog only where it has coverages",
      change: "WCS 1.0 and 1.1 are answered with extensions only",
      advice: "Install the extensions for WCS 1.0 and 1.1 where clients ask for them.",
      source: EXTENSIONS,
      uses: [{ kind: "Service", name: "wcs", match: oldCoverageVersions }],
    },
    {
      id: "kml",
      used: "KML among the formats of maps of a WMS, or attributes and strategies for regions of KML",
      change: "KML is written with an extension only",
      advice: "Install the extension for KML where clients ask for it.",
      source: "KML extension, of the user manual",
      uses: [
        { kind: "Service", name: "wms", match: /^getMapMimeTypes\..*\.km[lz]\b.*$/gim },
        { kind: "FeatureType", match: /^metadata\.kml\.regionate(?:Attribute|Strategy)=.+$/gim },
      ],
    },
    {
      id: "log-location",
      used: "the file of the log",
      change: "The location of the log is ignored",
      advice:
        "Set GEOSERVER_LOG_LOCATION where the server starts, and leave the location out of a manifest.",
      source: `${GUIDE}, "Log Location Configuration" (GEOS-12073)`,
      uses: [{ kind: "Logging", match: /^location=.+$/gim }],
    },
    {
      id: "css-feature-types",
      used: "a CSS style that names types of features",
      change: "Each type becomes a layer of the style, and a layer of that name has to be there",
      advice: "Leave the types out of the sheet, or publish layers of these names first.",
      source: SEEN,
      uses: [{ kind: "Style", file: /\.css$/i, match: typesOfSheet }],
    },
    {
      id: "image-read",
      used: "the reading parameter `USE_JAI_IMAGEREAD` of a coverage",
      change: "The parameter is called USE_IMAGEN_IMAGEREAD from 2.28 on, and a server renames it",
      advice:
        "Declare USE_IMAGEN_IMAGEREAD in a manifest once the server is of 2.28 or later; files need no change.",
      source: 'Upgrading GeoServer 2, "Java 17 and ImageN"',
      uses: [{ kind: "Coverage", match: /^readingParameters\.USE_JAI_IMAGEREAD=.+$/gim }],
    },
    {
      id: "netcdf-datastore",
      used: "a mosaic whose indexer.xml names an `AuxiliaryDatastoreFile`",
      change: "NetCDF needs no database, and the parameter has no effect",
      advice: "Take the parameter and the file that it names out of the definition.",
      source: `${GUIDE}, "NetCDF Index removal"`,
      uses: [
        {
          kind: "ImageMosaic",
          file: /^indexer\.xml$/,
          match: /(?<=")AuxiliaryDatastoreFile(?=")/gim,
        },
      ],
    },
    {
      id: "forgotten-settings",
      used: `a setting of the server that later ones forget: ${settingsBefore3.map((name) => `\`${name}\``).join(", ")}`,
      change: "The setting is forgotten when it is sent",
      advice:
        "Leave it out of a manifest; for external entities set ENTITY_RESOLUTION_UNRESTRICTED where the server starts.",
      source:
        'Upgrading GeoServer 2, "Java 17 and ImageN" and "ENTITY_RESOLUTION_UNRESTRICTED application property"',
      uses: [
        {
          kind: "Settings",
          match: new RegExp(`^(?:${FORGOTTEN})(?=[=.])`, "gim"),
        },
      ],
    },
    {
      id: "proxy-base-url",
      used: "a proxy base URL that is not the address the server was reached at; only of a running server",
      change:
        "From 2.27 on the web pages do not work where browsers use another address than the proxy base URL",
      advice: "Check that it is the address that browsers use, with http or https as they do.",
      source: 'Upgrading GeoServer 2, "Content Security Policy"',
      uses: [{ kind: "Settings", name: "global", match: otherBaseUrl }],
    },
  ],
};

/** Requirements of a line, whatever is used. */
export const lineNeeds: Readonly<Record<UpgradeLine, string>> = {
  "3.0": "GeoServer 3.0 needs Java 17, and Tomcat 11 where it runs as a web archive.",
};

function oldCoverageVersions(text: string, { isWithoutCoverages }: Beside): string {
  if (isWithoutCoverages || /^enabled=false$/m.test(text)) return "";
  const said = text.match(/(?<=^versions\.).+$/gm) ?? ["1.0.0", "1.1.1"];
  const disabled = new Set(text.match(/(?<=^disabledVersions\.).+$/gm));
  const old = said.filter((version) => version.startsWith("1.") && !disabled.has(version));
  return old.join(", ");
}

async function typesOfSheet(sheet: string): Promise<string> {
  const { readSheet } = await import("../../geocss/read-sheet.ts");
  const names = (readSheet(sheet).styling?.levels ?? []).flatMap(({ typeName }) => typeName ?? []);
  return [...new Set(names)].join(", ");
}

function otherBaseUrl(text: string, { url }: Beside): string {
  const [own] = /(?<=^proxyBaseUrl=).+$/m.exec(text) ?? [];
  const plain = (address: string) => address.replace(/(?<!\/)\/+$/, "").toLowerCase();
  return own === undefined || url === undefined || plain(own) === plain(url) ? "" : own;
}
