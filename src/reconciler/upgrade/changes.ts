/**
 * What a line of stock servers drops or changes, and what shows that it is used. `plumbline doctor --for` looks for it,
 * and docs/versions.md shows this table. A row is here only where a page or a running server says so.
 */
import type { UpgradeLine } from "../../model/server-line.ts";
import { settingsBefore3 } from "../../model/settings/server.ts";
import { plainAddress, type LookedAt } from "./used.ts";

/** Something that a line drops or changes. */
export interface LineChange {
  /** Stable, for programs. */
  readonly id: string;
  /** What is looked for, for the documentation. */
  readonly used: string;
  /** What servers of the line do, as a sentence without its end. */
  readonly change: string;
  readonly advice: string;
  /** The page, or the part of one, that says so. */
  readonly source: string;
  /** What of an object uses it, in words; undefined where nothing does. */
  readonly inObject?: (object: LookedAt) => Promise<string | undefined> | string | undefined;
  /** Files of a data directory that no manifest says, `*` for any folder, and what in one of them uses it. */
  readonly inFile?: {
    readonly files: readonly string[];
    readonly find: (text: string) => string | undefined;
  };
}

const GUIDE = "Upgrading GeoServer 3";
const EXTENSIONS = `${GUIDE}, "Core modules downgraded to extension"`;

/** A format of rasters that is an extension now. */
function rasterFormat(type: string, page: string): LineChange {
  return {
    id: `${type.toLowerCase()}-store`,
    used: `a coverage store of the type ${type}`,
    change: `${type} is read with an extension only`,
    advice: `Install the extension for ${page}, or make a GeoTIFF of the raster.`,
    source: EXTENSIONS,
    inObject: ({ kind, fact }) => {
      const isOfType =
        kind === "CoverageStore" && fact("type").toLowerCase() === type.toLowerCase();
      return isOfType ? `type ${fact("type")}` : undefined;
    },
  };
}

/** How filters and role services that are gone begin in their files. */
const OLD_AUTHENTICATION =
  /<(openIdConnectAuthentication|keycloakAdapter|keycloakRoleService|googleOauth2Authentication|githubOauth2Authentication|geoNodeOauth2Authentication)[\s>]/;

/** What the forms of KML are set to where nobody chose anything. */
const KML_SETTINGS = new Map([
  ["kmlReflectorMode", "refresh"],
  ["kmlSuperoverlayMode", "auto"],
  ["kmlAttr", "true"],
  ["kmlPlacemark", "false"],
  ["kmlKmscore", "40"],
]);

/** From what stops servers, or has people locked out, to what can wait. */
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
      inFile: {
        files: ["security/filter/*/config.xml", "security/role/*/config.xml"],
        find: (text) => OLD_AUTHENTICATION.exec(text)?.[1],
      },
    },
    {
      id: "jdbcconfig",
      used: "a catalog in a database of jdbcconfig (`jdbcconfig/jdbcconfig.properties` with `enabled=true`)",
      change:
        "GeoServer Cloud 3.0 has no jdbcconfig, and the catalog is not in the files of the directory",
      advice:
        "Import the catalog from the running server with plumbline import --url, and apply it to the new one.",
      source: "geoserver/geoserver-cloud#482",
      inFile: {
        files: ["jdbcconfig/jdbcconfig.properties"],
        find: (text) => /^\s*enabled\s*[=:]\s*true\s*$/im.exec(text)?.[0].trim(),
      },
    },
    {
      id: "h2-store",
      used: "a data store of H2, or a mapping that reads from one",
      change: "Stores of H2 are gone",
      advice:
        "Copy the data into another database before the upgrade, and declare the store with that.",
      source: `${GUIDE}, "H2 Datastore Removal"`,
      inObject: async ({ kind, fact, entry, text }) => {
        if (kind === "AppSchemaStore") {
          const source = /<name>\s*dbtype\s*<\/name>\s*<value>\s*h2\s*<\/value>/i;
          return source.test(await text(/\.(?:xml|appschema)$/i))
            ? "a source with dbtype h2"
            : undefined;
        }
        if (kind !== "DataStore") return undefined;
        if (/^h2$/i.test(entry("parameters", "dbtype"))) return "dbtype h2";
        return /^h2\b/i.test(fact("type")) ? `type ${fact("type")}` : undefined;
      },
    },
    {
      id: "h2-mosaic-index",
      used: "a mosaic with its index in H2 (`SPI=org.geotools.data.h2.…` in datastore.properties)",
      change: "There is no such factory, so the mosaic cannot be read",
      advice: "Name another SPI, such as that of PostGIS, and harvest the granules again.",
      source: "seen on a 3.0 snapshot",
      inObject: async ({ kind, text }) =>
        kind === "ImageMosaic"
          ? /^\s*SPI\s*[=:]\s*(org\.geotools\.data\.h2\.\w+)/im.exec(
              await text(/(?:^|\/)datastore\.properties$/),
            )?.[1]
          : undefined,
    },
    rasterFormat("WorldImage", "World Image"),
    rasterFormat("ArcGrid", "ArcGRID"),
    {
      id: "wcs-1",
      used: "a WCS that is on and does not leave the versions 1.x out; of a whole catalog only where it has coverages",
      change: "WCS 1.0 and 1.1 are answered with extensions only",
      advice: "Install the extensions for WCS 1.0 and 1.1 where clients ask for them.",
      source: EXTENSIONS,
      inObject: ({ kind, name, list, fact, isIdle }) => {
        if (kind !== "Service" || name !== "wcs" || fact("enabled") === "false" || isIdle)
          return undefined;
        const offered = list("versions").length > 0 ? list("versions") : ["1.0.0", "1.1.1"];
        const old = offered.filter(
          (version) => version.startsWith("1.") && !list("disabledVersions").includes(version),
        );
        return old.length === 0 ? undefined : `WCS ${old.join(", ")}`;
      },
    },
    {
      id: "kml",
      used: "KML among the formats of maps of a WMS, settings of KML that somebody chose, or attributes for regions of KML",
      change: "KML is written with an extension only",
      advice: "Install the extension for KML where clients ask for it.",
      source: "KML extension, of the user manual",
      inObject: ({ kind, list, entry }) => {
        const chosen =
          kind === "Service"
            ? [...KML_SETTINGS].filter(
                ([key, usual]) => !["", usual].includes(entry("metadata", key)),
              )
            : ["kml.regionateAttribute", "kml.regionateStrategy"]
                .map((key) => [key, entry("metadata", key)] as const)
                .filter(([, value]) => value !== "");
        const format = list("getMapMimeTypes").find((one) => /\.km[lz]\b/.test(one));
        return format ?? chosen[0]?.[0];
      },
    },
    {
      id: "log-location",
      used: "the file of the log",
      change: "The location of the log is ignored",
      advice:
        "Set GEOSERVER_LOG_LOCATION where the server starts, and leave the location out of a manifest.",
      source: `${GUIDE}, "Log Location Configuration" (GEOS-12073)`,
      inObject: ({ kind, fact }) =>
        kind === "Logging" && fact("location") !== "" ? fact("location") : undefined,
    },
    {
      id: "css-feature-types",
      used: "a CSS style that names types of features",
      change: "Each type becomes a layer of the style, and a layer of that name has to be there",
      advice: "Leave the types out of the sheet, or publish layers of these names first.",
      source: "seen on a 3.0 snapshot",
      inObject: async (object) => {
        if (object.kind !== "Style" || object.fact("format") !== "css") return undefined;
        const { typesIn } = await import("./sheet-types.ts");
        return typesIn(await object.text(/^/)) || undefined;
      },
    },
    {
      id: "image-read",
      used: "the reading parameter `USE_JAI_IMAGEREAD` of a coverage",
      change: "The parameter is called USE_IMAGEN_IMAGEREAD from 2.28 on, and a server renames it",
      advice:
        "Declare USE_IMAGEN_IMAGEREAD in a manifest once the server is of 2.28 or later; files need no change.",
      source: 'Upgrading GeoServer 2, "Java 17 and ImageN"',
      inObject: ({ entry }) => (entry("readingParameters", OLD_READ) === "" ? undefined : OLD_READ),
    },
    {
      id: "netcdf-datastore",
      used: "a mosaic whose indexer.xml names an `AuxiliaryDatastoreFile`",
      change: "NetCDF needs no database, and the parameter has no effect",
      advice: "Take the parameter and the file that it names out of the definition.",
      source: `${GUIDE}, "NetCDF Index removal"`,
      inObject: async ({ kind, text }) =>
        kind === "ImageMosaic"
          ? /"(AuxiliaryDatastoreFile)"/i.exec(await text(/(?:^|\/)indexer\.xml$/))?.[1]
          : undefined,
    },
    {
      id: "forgotten-settings",
      used: `a setting of the server that later ones forget: ${settingsBefore3.map((name) => `\`${name}\``).join(", ")}`,
      change: "The setting is forgotten when it is sent",
      advice:
        "Leave it out of a manifest; for external entities set ENTITY_RESOLUTION_UNRESTRICTED where the server starts.",
      source:
        'Upgrading GeoServer 2, "Java 17 and ImageN" and "ENTITY_RESOLUTION_UNRESTRICTED application property"',
      inObject: ({ kind, has }) =>
        kind === "Settings" ? settingsBefore3.filter(has).join(", ") || undefined : undefined,
    },
    {
      id: "proxy-base-url",
      used: "a proxy base URL that is not the address the server was reached at; only of a running server",
      change:
        "From 2.27 on the web pages do not work where browsers use another address than the proxy base URL",
      advice: "Check that it is the address that browsers use, with http or https as they do.",
      source: 'Upgrading GeoServer 2, "Content Security Policy"',
      inObject: ({ kind, workspace, fact, url }) => {
        const own = fact("proxyBaseUrl");
        const isOther =
          kind === "Settings" && workspace === null && own !== "" && url !== undefined;
        return isOther && plainAddress(own) !== plainAddress(url) ? own : undefined;
      },
    },
  ],
};

const OLD_READ = "USE_JAI_IMAGEREAD";

/** What has to be so whatever is used. */
export const lineNeeds: Readonly<Record<UpgradeLine, string>> = {
  "3.0": "GeoServer 3.0 needs Java 17, and Tomcat 11 where it runs as a web archive.",
};
