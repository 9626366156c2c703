/** Parses `datastore.properties`: the location of a mosaic's index. */
import { isSecretParameter } from "../../model/connection-parameters.ts";
import type { MosaicIndex } from "../../model/mosaic.ts";
import { secret, type Secret } from "../../model/secret.ts";
import type { Report } from "./indexer.ts";
import { propertyIn, readProperties, type Properties } from "./properties.ts";

/** The password is kept apart from everything printable. */
export interface ReadIndex {
  readonly index: MosaicIndex;
  readonly password: Secret | undefined;
}

const PLAIN = "Give PostGIS, or leave datastore.properties out for an index inside the catalog";
const NOT_OPENED = "is not opened by the included server, which keeps an index of its own instead";

const FACTORY = "DataStoreFactory";

/** Replacement of each factory, by its name without the suffix. */
const factories: readonly {
  readonly name: RegExp;
  readonly as: "embedded" | "postgis" | { readonly elsewhere: string };
}[] = [
  { name: /(?:H2|H2GIS|GeoPkg|ShapefileDirectory|Shapefile|Property)$/, as: "embedded" },
  { name: /JNDI$/, as: { elsewhere: "a JNDI resource" } },
  { name: /PostgisNG$/, as: "postgis" },
  { name: /Oracle/, as: { elsewhere: "Oracle" } },
  { name: /SQLServer/, as: { elsewhere: "SQL Server" } },
  { name: /STAC/i, as: { elsewhere: "a STAC catalog" } },
];

function servedAs(spi: string): (typeof factories)[number]["as"] | undefined {
  const name = spi.slice(spi.lastIndexOf(".") + 1);
  if (!name.endsWith(FACTORY)) return undefined;
  const own = name.slice(0, -FACTORY.length);
  return factories.find((one) => one.name.test(own))?.as;
}

const EMBEDDED: ReadIndex = {
  index: { type: "embedded", requested: undefined },
  password: undefined,
};

/** Parses the file, if it exists. */
export function readIndex(bytes: Uint8Array | undefined, report: Report): ReadIndex {
  if (bytes === undefined) return EMBEDDED;
  const properties = readProperties(bytes);
  const store = propertyIn(properties, "StoreName");
  if (store !== undefined) return elsewhere(properties, report, ["StoreName", "another store"]);
  const spi = propertyIn(properties, "SPI");
  if (spi === undefined) {
    report("error", "The key SPI is missing: it names the factory of the index. " + PLAIN);
    return EMBEDDED;
  }
  const served = servedAs(spi);
  if (served === "postgis") return readPostgis(properties, report);
  if (served === "embedded") {
    return { index: { type: "embedded", requested: spi }, password: undefined };
  }
  return elsewhere(properties, report, ["SPI", served?.elsewhere ?? "what it opens"]);
}

/** An unsupported index. Its location is described without secrets. */
function elsewhere(
  properties: Properties,
  report: Report,
  [key, where]: readonly [key: string, where: string],
): ReadIndex {
  const line = properties.get(key.toLowerCase())?.line;
  const requested = propertyIn(properties, key);
  const message = `${key}=${requested}: an index in ${where} ${NOT_OPENED}. ${PLAIN}`;
  report("error", message, { line, about: "included-server" });
  const shown = ["StoreName", "jndiReferenceName", "host", "port", "database", "schema"]
    .map((name) => propertyIn(properties, name))
    .filter((value) => value !== undefined);
  const index = { type: "embedded", requested, elsewhere: [where, ...shown].join(" ") } as const;
  return { index, password: undefined };
}

const OWN_KEYS = new Set(["spi", "dbtype", "host", "port", "database", "schema", "user", "url"]);

function readPostgis(properties: Properties, report: Report): ReadIndex {
  const needed = (key: string): string => {
    const value = propertyIn(properties, key);
    if (value !== undefined) return value;
    report("error", `The key ${key} is missing: PostGIS needs it`, {
      line: properties.get(key)?.line,
    });
    return "";
  };
  const password = propertyIn(properties, "passwd");
  const parameters = [...properties.values()]
    .filter(({ key }) => !OWN_KEYS.has(key.toLowerCase()) && !isSecretParameter(key))
    .map(({ key, value }): [string, string] => [key, value]);
  return {
    index: {
      type: "postgis",
      host: propertyIn(properties, "host") ?? "localhost",
      port: portIn(properties, report),
      database: needed("database"),
      schema: propertyIn(properties, "schema") ?? "public",
      user: needed("user"),
      parameters: Object.fromEntries(parameters),
    },
    password: password === undefined ? undefined : secret(password),
  };
}

function portIn(properties: Properties, report: Report): number {
  const text = propertyIn(properties, "port") ?? "5432";
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  report("error", `port=${text} is no port; give a number from 1 to 65535`, {
    line: properties.get("port")?.line,
  });
  return 5432;
}
