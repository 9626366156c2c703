/**
 * Every element that documents of feature types, coverages, layers and workspaces may hold: what somebody
 * may set of it, or why nobody sets it. Documents are compared by them.
 */
import { compareText } from "../../../src/model/address.ts";
import { asList, entryList, member, members, type Tree } from "../../../src/wire/tree.ts";
import { parseXml } from "../../../src/wire/xml.ts";

/** The sorts of documents, by their root elements. */
export type Root = "featureType" | "coverage" | "layer" | "workspace";

/** The servers that elements are set on: ours in both dialects, and the stock one. */
export type ServerName = "documented" | "geoserver" | "stock";

/** An element that somebody may set. */
export interface Setting {
  readonly name: string;
  /** What is in it, as XML; none of them is what a new object has. */
  readonly values: readonly string[];
  /** Set where a server that opens the data finds it there, so that a new object has it anew. */
  readonly calculated?: true;
  /** Servers that drop it where it is sent to them. */
  readonly droppedBy?: readonly ServerName[];
}

/** What no version of today knows. */
export const UNKNOWN = "settingOfTomorrow";

const words = (text: string) => text.trim().split(/\s+/);

/** Who and where an object is, its links and its dates: nobody sets those by hand. */
const IDENTITY: Readonly<Record<Root, readonly string[]>> = {
  featureType: words("name nativeName namespace store dateCreated dateModified"),
  coverage: words(
    "name nativeName nativeCoverageName namespace store nativeFormat dateCreated dateModified",
  ),
  layer: words("name type resource dateCreated dateModified"),
  workspace: words("name dateCreated dateModified dataStores coverageStores wmsStores wmtsStores"),
};

const strings = (...texts: readonly string[]) =>
  texts.map((text) => `<string>${text}</string>`).join("");

const box = (size: number) =>
  `<minx>1.5</minx><maxx>${size}.5</maxx><miny>2.5</miny><maxy>${size}.25</maxy><crs>EPSG:4326</crs>`;

const flags = { flag: ["true"] } as const;
const setting = (name: string, ...values: readonly string[]): Setting => ({ name, values });
const calculated = (name: string, ...values: readonly string[]): Setting => ({
  name,
  values,
  calculated: true,
});

const dimension = (attribute: string) =>
  `<dimensionInfo><enabled>true</enabled><attribute>${attribute}</attribute><presentation>LIST</presentation><units>ISO8601</units><defaultValue><strategy>MAXIMUM</strategy></defaultValue></dimensionInfo>`;

const VIEW =
  '<entry key="JDBC_VIRTUAL_TABLE"><virtualTable><name>v</name><sql>select * from wells where depth &lt; %max%</sql><escapeSql>false</escapeSql><keyColumn>id</keyColumn><geometry><name>geom</name><type>Point</type><srid>4326</srid></geometry><parameter><name>max</name><defaultValue>10</defaultValue><regexpValidator>^[\\d]+$</regexpValidator></parameter></virtualTable></entry>';

const METADATA = [
  `<entry key="time">${dimension("drilled")}</entry><entry key="cachingEnabled">true</entry><entry key="cacheAgeMax">3600</entry>`,
  `<entry key="elevation">${dimension("depth")}</entry><entry key="somebody.s">a &amp; b</entry>`,
];

/** What feature types and coverages have in common. */
const EITHER: readonly Setting[] = [
  setting("alias", strings("also", "known")),
  setting("title", "Wells &amp; springs", "Ü 1"),
  setting("description", "What somebody describes"),
  setting("abstract", "What it is about.", "Two &lt;lines&gt;"),
  setting(
    "keywords",
    strings("plain", "area of effect\\@language=bg\\;\\@vocabulary=technical\\;"),
    strings("one"),
  ),
  setting(
    "metadataLinks",
    "<metadataLink><type>text/xml</type><metadataType>ISO19115:2003</metadataType><content>http://example.org/a</content></metadataLink>",
  ),
  setting(
    "dataLinks",
    "<org.geoserver.catalog.impl.DataLinkInfoImpl><type>text/xml</type><content>http://example.org/a</content></org.geoserver.catalog.impl.DataLinkInfoImpl>",
  ),
  // Of another system than anybody declares: what is declared as the data is counts as found there.
  calculated("nativeCRS", "EPSG:2056"),
  setting("srs", "EPSG:3857", "EPSG:25832"),
  calculated("nativeBoundingBox", box(7), box(9)),
  calculated("latLonBoundingBox", box(7), box(9)),
  setting("enabled", "false"),
  setting("advertised", "false"),
  setting("serviceConfiguration", ...flags.flag),
  setting("disabledServices", strings("WFS"), strings("WFS", "WMS")),
  setting("simpleConversionEnabled", ...flags.flag),
  setting("internationalTitle", "<de>Brunnen</de><fr>Puits</fr>"),
  setting("internationalAbstract", "<de>Alle Brunnen.</de>"),
  setting(UNKNOWN, "<a>1</a><b>two</b>", "text"),
];

const SETTINGS: Readonly<Record<Root, readonly Setting[]>> = {
  featureType: [
    ...EITHER,
    setting("projectionPolicy", "REPROJECT_TO_DECLARED"),
    setting("metadata", ...METADATA, VIEW),
    setting("cqlFilter", "secret = 0", "depth &lt; 7 AND name &lt;&gt; 'x'"),
    setting("maxFeatures", "17"),
    setting("numDecimals", "3"),
    setting("padWithZeros", ...flags.flag),
    setting("forcedDecimal", ...flags.flag),
    setting("responseSRS", strings("3857", "25832"), strings("3857")),
    setting("overridingServiceSRS", ...flags.flag),
    setting("skipNumberMatched", ...flags.flag),
    setting("circularArcPresent", ...flags.flag),
    setting("encodeMeasures", "true"),
    setting("linearizationTolerance", "10m"),
    setting(
      "attributes",
      "<attribute><name>n</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable><binding>java.lang.String</binding><source>strToUpperCase(n)</source></attribute>",
      "<attribute><name>n</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable><binding>java.lang.String</binding><description><de>Name</de></description></attribute>",
    ),
  ],
  coverage: [
    ...EITHER,
    setting("projectionPolicy", "NONE", "FORCE_DECLARED"),
    setting("metadata", ...METADATA),
    calculated("grid", "<range><low>0 0</low><high>7 7</high></range>"),
    calculated("supportedFormats", strings("PNG")),
    calculated("interpolationMethods", strings("bilinear")),
    setting("defaultInterpolationMethod", "bilinear"),
    calculated(
      "dimensions",
      "<coverageDimension><name>GRAY</name><description>Somebody's</description></coverageDimension>",
    ),
    setting("requestSRS", strings("EPSG:3857"), strings("EPSG:4326", "EPSG:25832")),
    setting("responseSRS", strings("EPSG:3857"), strings("EPSG:4326", "EPSG:25832")),
    setting(
      "parameters",
      "<entry><string>Filter</string><string>secret = 0</string></entry>",
      "<entry><string>SUGGESTED_TILE_SIZE</string><string>256,256</string></entry><entry><string>Bands</string><string>1</string></entry>",
    ),
  ],
  layer: [
    setting("path", "/somewhere"),
    setting("defaultStyle", "<name>polygon</name>"),
    setting("styles", "<style><name>point</name></style><style><name>raster</name></style>"),
    // A stock server hears nothing of these two here, nor of the first one the dialect; what is behind the layer has them.
    { ...setting("enabled", "false"), droppedBy: ["geoserver", "stock"] },
    { ...setting("advertised", "false"), droppedBy: ["stock"] },
    setting("queryable", "false"),
    setting("opaque", "true"),
    setting(
      "attribution",
      "<title>Somebody</title><href>http://example.org/</href><logoURL>http://example.org/l.png</logoURL><logoType>image/png</logoType><logoWidth>7</logoWidth><logoHeight>9</logoHeight>",
      "<title>Somebody</title><logoWidth>0</logoWidth><logoHeight>0</logoHeight>",
    ),
    setting(
      "authorityURLs",
      "<AuthorityURL><name>gcmd</name><href>http://example.org/gcmd</href></AuthorityURL>",
    ),
    setting(
      "identifiers",
      "<Identifier><authority>gcmd</authority><identifier>1234</identifier></Identifier>",
    ),
    setting("legend", "<width>7</width><height>9</height><format>image/png</format>"),
    setting("defaultWMSInterpolationMethod", "Bicubic", "Nearest"),
    setting(
      "metadata",
      '<entry key="buffer">10</entry><entry key="rootInCapabilities">false</entry>',
    ),
    setting(UNKNOWN, "<a>1</a>", "text"),
  ],
  workspace: [
    setting("isolated", "true"),
    setting("metadata", '<entry key="somebody.s">a</entry><entry key="other">b</entry>'),
    // No server of either sort has ever had a setting here that it would keep.
    { ...setting(UNKNOWN, "text"), droppedBy: ["documented", "geoserver", "stock"] },
  ],
};

/** What documents of a stock server have held, in the answers of one that were written down. */
export const SHOWN: Readonly<Record<Root, readonly string[]>> = {
  featureType: words(
    `name nativeName namespace title srs nativeBoundingBox latLonBoundingBox projectionPolicy enabled store
     serviceConfiguration simpleConversionEnabled maxFeatures numDecimals padWithZeros forcedDecimal
     overridingServiceSRS skipNumberMatched circularArcPresent attributes advertised metadata abstract
     keywords encodeMeasures cqlFilter dataLinks metadataLinks responseSRS disabledServices
     linearizationTolerance`,
  ),
  coverage: words(
    `name nativeName namespace title description keywords nativeCRS srs nativeBoundingBox latLonBoundingBox
     projectionPolicy enabled metadata store serviceConfiguration simpleConversionEnabled nativeFormat grid
     supportedFormats interpolationMethods defaultInterpolationMethod dimensions requestSRS responseSRS
     parameters nativeCoverageName advertised abstract`,
  ),
  layer: words(
    `name type defaultStyle styles resource queryable opaque attribution dateCreated dateModified`,
  ),
  workspace: words(
    `name metadata isolated dateCreated dateModified dataStores coverageStores wmsStores wmtsStores`,
  ),
};

/** What somebody may set of a document. */
export function settingsOf(root: Root): readonly Setting[] {
  return SETTINGS[root];
}

/** Names of elements that the table knows nothing of. */
export function unnamed(root: Root, names: Iterable<string>): readonly string[] {
  const known = new Set([...IDENTITY[root], ...SETTINGS[root].map(({ name }) => name)]);
  return [...new Set(names)].filter((name) => !known.has(name)).toSorted();
}

/** The elements of a document by their names, without links; entries of maps in one order. */
export function elementsIn(text: string): ReadonlyMap<string, Tree> {
  const found = members(parseXml(text).content).filter(
    ([name]) => !name.startsWith("@") && !name.includes(":"),
  );
  return new Map(found.map(([name, tree]) => [name, plain(tree)]));
}

function plain(tree: Tree): Tree {
  if (tree === null || typeof tree !== "object") return tree;
  if (Array.isArray(tree)) return (tree as readonly Tree[]).map(plain);
  const own = members(tree).filter(([name]) => !name.includes(":") && name !== "@class");
  return Object.fromEntries(
    own.map(([name, inner]) => {
      const isMap = name === "entry" && hasKeys(inner);
      if (isMap) return [name, plain(entryList(tree))];
      // The styles of a layer are a set.
      return [name, plain(name === "style" ? asList(inner).toSorted(byText) : inner)];
    }),
  );
}

function byText(one: Tree, other: Tree): number {
  return compareText(JSON.stringify(one), JSON.stringify(other));
}

function hasKeys(entries: Tree): boolean {
  const all: readonly Tree[] = Array.isArray(entries) ? (entries as readonly Tree[]) : [entries];
  return all.every((entry) => member(entry, "@key") !== undefined);
}
