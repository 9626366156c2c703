/**
 * A document put back as it was read changes nothing: every document that can be read and put, in each of its forms, in
 * both dialects. What is otherwise, and why, is a table of docs/compatibility.md, "Documents put back".
 */
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { pathNames, servicePath, type PathName } from "../../src/wire/paths.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { descriptionOf } from "../support/servers/description.ts";
import { documents, fillCatalog } from "../support/servers/every-document.ts";
import { isProof, oneByFile } from "../support/run/scale.ts";
import { homes, xmlOf } from "../support/estates/text-homes.ts";

/** Documents that another one follows from, or that tell of the server itself. */
const fleeting: ReadonlySet<PathName> = new Set<PathName>(["systemStatus", "audit", "openApi"]);

const all = pathNames.filter((name) => !fleeting.has(name)).flatMap((name) => documents[name]);

/** Those that can be put, by their path without the query. */
const putable = all.filter((path) => !path.includes("?") && descriptionOf("documented").find("PUT", servicePath(path)) !== undefined);

async function read(app: FastifyInstance, path: string) {
  const answer = await app.inject({ url: servicePath(path), headers: { authorization: AUTHORIZATION } });
  return { status: answer.statusCode, type: answer.headers["content-type"] ?? "", text: answer.body };
}

/** When something was changed is told by the document that was changed; how often, by the settings. */
function timeless(text: string): string {
  return text
    .replaceAll(/\s*<dateModified>[^<]*<\/dateModified>|,"dateModified":"[^"]*"/g, "")
    .replaceAll(/(<updateSequence>|"updateSequence":)\d+/g, "$10")
    .replaceAll(/(<lastModified>|"lastModified":")[^<"]*/g, "$1");
}

/** All forms of the document at a path. */
const formsOf = (path: string) => all.filter((other) => other.replace(/\.\w+$/, "") === path.replace(/\.\w+$/, ""));

async function these(app: FastifyInstance, paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const found = await Promise.all(paths.map(async (path) => [path, timeless((await read(app, path)).text)] as const));
  return Object.fromEntries(found);
}

/** Where two texts begin to differ, with what stands there. */
function differing(one = "", other = ""): string {
  const at = Array.from({ length: one.length }, (_unused, index) => index).find((index) => one[index] !== other[index]);
  const from = Math.max(0, (at ?? one.length) - 40);
  return `${JSON.stringify(one.slice(from, from + 100))} => ${JSON.stringify(other.slice(from, from + 100))}`;
}

async function put(app: FastifyInstance, path: string, type: string, payload: string) {
  const url = servicePath(path);
  return app.inject({ method: "PUT", url, headers: { authorization: AUTHORIZATION, "content-type": type }, payload });
}

/** Something in every field that holds a text, and filters of all sorts. */
async function enrich(app: FastifyInstance): Promise<void> {
  for (const { path, root, beside = {}, texts } of homes) {
    const { statusCode, body } = await put(app, path, "text/xml", xmlOf(root, { ...beside, ...texts("a <b>\r\n & c") }));
    expect(statusCode, `${path}: ${body}`).toBeLessThan(300);
  }
  const filters = [
    "<styleParameterFilter><key>STYLES</key><defaultValue/><allowedStyles><string>point</string></allowedStyles></styleParameterFilter>",
    "<stringParameterFilter><key>ENV</key><defaultValue>a</defaultValue><values><string>a</string><string>b</string></values></stringParameterFilter>",
    "<regexParameterFilter><key>CQL_FILTER</key><defaultValue>x</defaultValue><normalize><case>UPPER</case></normalize><regex>.*</regex></regexParameterFilter>",
    "<floatParameterFilter><key>ELEVATION</key><defaultValue>1.0</defaultValue><values><float>1.0</float><float>2.5</float></values><threshold>0.5</threshold></floatParameterFilter>",
    "<integerParameterFilter><key>YEAR</key><defaultValue>1</defaultValue><values><int>1</int><int>2</int></values><threshold>1</threshold></integerParameterFilter>",
  ];
  const tiles = `<GeoServerLayer><name>w:A</name><enabled>true</enabled><mimeFormats><string>image/png</string></mimeFormats><gridSubsets><gridSubset><gridSetName>EPSG:4326</gridSetName><extent><coords><double>-1.5</double><double>-1.0</double><double>1.0</double><double>1.0</double></coords></extent><zoomStart>1</zoomStart></gridSubset></gridSubsets><metaWidthHeight><int>2</int><int>3</int></metaWidthHeight><expireCache>5</expireCache><expireCacheList><expirationRule minZoom="0" expiration="60"/></expireCacheList><parameterFilters>${filters.join("")}</parameterFilters><gutter>1</gutter><cacheWarningSkips><warning>Nearest</warning></cacheWarningSkips></GeoServerLayer>`;
  expect((await put(app, "/gwc/rest/layers/w:A", "text/xml", tiles)).statusCode).toBe(200);
  for (const [path, said] of typed) {
    const { statusCode, body } = await put(app, path, "application/json", JSON.stringify(said));
    expect(statusCode, `${path}: ${body}`).toBeLessThan(300);
  }
}

/** Numbers, flags, lists and maps, which JSON and XML write differently. */
const typed: readonly (readonly [path: string, body: object])[] = [
  ["/workspaces/w/datastores/pg/featuretypes/roads", { featureType: {
    srs: "EPSG:4326", projectionPolicy: "REPROJECT_TO_DECLARED", enabled: false, advertised: false, maxFeatures: 5, numDecimals: 2, padWithZeros: true, forcedDecimal: true, overridingServiceSRS: true, skipNumberMatched: true, circularArcPresent: true, encodeMeasures: true, simpleConversionEnabled: true, serviceConfiguration: true,
    nativeBoundingBox: { minx: -1.5, maxx: 2, miny: 0, maxy: 1e7, crs: { "@class": "projected", $: "EPSG:3857" } }, latLonBoundingBox: { minx: -1.5, maxx: 2, miny: 0, maxy: 10, crs: "EPSG:4326" },
    metadata: { entry: [
      { "@key": "time", dimensionInfo: { enabled: true, attribute: "t", presentation: "DISCRETE_INTERVAL", resolution: 3_600_000, units: "ISO8601", defaultValue: { strategy: "MINIMUM" }, nearestMatchEnabled: false, rawNearestMatchEnabled: false } },
      { "@key": "JDBC_VIRTUAL_TABLE", virtualTable: { name: "roads", sql: " select 1;\r\n", escapeSql: false, keyColumn: ["a", "b"], geometry: { name: "g", type: "Point", srid: 4326 }, parameter: { name: "p", defaultValue: "0", regexpValidator: "^[\\d]+$" } } },
      { "@key": "cachingEnabled", $: "true" }, { "@key": "cacheAgeMax", $: "60" },
    ] },
    attributes: { attribute: [{ name: "a", minOccurs: 0, maxOccurs: 1, nillable: true, binding: "java.lang.String", length: 30 }] },
    disabledServices: { string: ["WFS"] }, responseSRS: { string: [4326, 3857] }, linearizationTolerance: 0.5,
  } }],
  ["/workspaces/w/coverages/c", { coverage: {
    srs: "EPSG:4326", enabled: false, nativeFormat: "GeoTIFF", defaultInterpolationMethod: "bilinear", interpolationMethods: { string: ["nearest neighbor", "bilinear"] }, requestSRS: { string: ["EPSG:4326"] }, supportedFormats: { string: ["GEOTIFF", "PNG"] },
    grid: { "@dimension": "2", range: { low: "0 0", high: "10 10" }, transform: { scaleX: 0.1, scaleY: -0.1, shearX: 0, shearY: 0, translateX: 1e-4, translateY: 2 }, crs: "EPSG:4326" },
    dimensions: { coverageDimension: [{ name: "b", description: "d", range: { min: 0, max: 255.5 }, nullValues: { double: [-9999] }, unit: "m", dimensionType: { name: "REAL_32BITS" } }] },
    parameters: { entry: [{ string: ["Bands", ""] }, { string: ["SUGGESTED_TILE_SIZE", "512,512"] }] },
  } }],
  ["/layers/w:A", { layer: { path: "/a", queryable: false, opaque: true, advertised: false, styles: { style: [{ name: "point" }, { name: "w:s" }] }, defaultStyle: { name: "line" }, attribution: { logoURL: "http://a/b.png", logoType: "image/png", logoWidth: 10, logoHeight: 5 }, authorityURLs: { AuthorityURL: [{ name: "a", href: "http://a" }] }, identifiers: { Identifier: { authority: "a", identifier: "1" } }, defaultWMSInterpolationMethod: "Nearest" } }],
  ["/workspaces/w/wmslayers/sea", { wmsLayer: { minScale: 1.5, maxScale: 1e7, metadataBBoxRespected: true, forcedRemoteStyle: "s", selectedRemoteFormats: { string: ["image/png", "image/gif"] }, selectedRemoteStyles: { string: "s" }, vendorParameters: { entry: { "@key": "map", $: "a" } } } }],
  ["/workspaces/w/datastores/pg", { dataStore: { enabled: false, _default: true, disableOnConnFailure: true, connectionParameters: { entry: [{ "@key": "port", $: "5432" }, { "@key": "passwd", $: " secret " }, { "@key": "Expose primary keys", $: "true" }] } } }],
  ["/workspaces/w/coveragestores/cs", { coverageStore: { type: "GeoTIFF", url: "file:data/a.tif", enabled: false } }],
  ["/workspaces/w/wmsstores/maps", { wmsStore: { maxConnections: 3, readTimeout: 5, password: " secret ", disableOnConnFailure: true } }],
  ["/layergroups/g", { layerGroup: { mode: "NAMED", publishables: { published: [{ "@type": "layer", name: "w:A" }, { "@type": "layer", name: "w:c" }] }, styles: { style: ["", { name: "raster" }] }, bounds: { minx: -1, maxx: 1.5, miny: -2, maxy: 2, crs: "EPSG:4326" }, queryDisabled: true, attribution: { logoWidth: 10, logoHeight: 5 } } }],
  ["/urlchecks/check", { regexUrlCheck: { enabled: true, regex: "^https?://[a-z]+/.*$" } }],
  ["/gwc/rest/diskquota", { gwcQuotaConfiguration: { enabled: true, globalQuota: { value: 5, units: "GiB" }, layerQuotas: [{ layer: "w:A", expirationPolicyName: "LRU", quota: { value: 10, units: "MiB" } }] } }],
];

/** A row of the page: documents, by the paths of the description, in which dialects, and what happens. */
interface Told {
  readonly path: string;
  readonly dialects: readonly DialectName[];
  readonly what: "refused" | "made" | "shows more";
}

const page = readFileSync("docs/compatibility.md", "utf8");
const section = /### Documents put back\n(.*?)\n#/s.exec(page)?.[1] ?? "";
const told: readonly Told[] = section
  .split("\n")
  .flatMap((line) => {
    const [, paths = "", where = "", what = ""] = line.split("|").map((cell) => cell.trim());
    const outcome = (["refused", "made", "shows more"] as const).find((one) => what.startsWith(one));
    if (outcome === undefined) return [];
    const own = where === "both" ? dialects : dialects.filter((one) => where === `\`${one}\``);
    return [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => ({ path, dialects: own, what: outcome }));
  });

/** Whether a document says all that another one says. */
function saysAll(after: unknown, before: unknown): boolean {
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return before === after;
  return Object.entries(before).every(([name, inner]) => saysAll((after as Readonly<Record<string, unknown>>)[name], inner));
}

/** What becomes of one document that is put back. */
async function outcomeOf(app: FastifyInstance, path: string, before: Readonly<Record<string, string>>) {
  const { type, text } = await read(app, path);
  const answer = await put(app, path, type, text);
  const looks = formsOf(path);
  const after = { ...before, ...(await these(app, looks)) };
  const changed = looks.filter((other) => after[other] !== before[other]);
  if (answer.statusCode >= 300) return { after, what: changed.length === 0 ? "refused" : "refused, and changes something", changed };
  const isMore = changed.every((other) => !other.endsWith(".json") || saysAll(JSON.parse(after[other] ?? ""), JSON.parse(before[other] ?? "")));
  return { after, what: changed.length === 0 ? "nothing" : isMore ? "shows more" : "changes", changed };
}

/** Puts every document back; gives what is not as it was, with the paths of the description. */
async function putBack(app: FastifyInstance): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let before = await these(app, all);
  for (const path of putable) {
    if ((await read(app, path)).status === 404) continue;
    const { after, what, changed } = await outcomeOf(app, path, before);
    if (what !== "nothing") {
      const template = descriptionOf("documented").find("PUT", servicePath(path))?.path ?? path;
      const details = what === "changes" ? changed.map((other) => ` ${other}: ${differing(before[other], after[other])}`).join("") : "";
      // What is shown of a workspace without settings of its own begins to be its own.
      const isMade = what === "shows more" && changed.every((other) => /^\/workspaces\/[^/]+\/settings\./.test(other) && /<workspace>/.test(after[other.replace(/json$/, "xml")] ?? ""));
      found.set(template, isMade ? "made" : `${what}${details}`);
    }
    before = after;
  }
  const last = await these(app, all);
  for (const path of all) if (last[path] !== before[path]) found.set(path, `has changed: ${differing(before[path], last[path])}`);
  return found;
}

const inOrder = (rows: Iterable<readonly [string, string]>) => [...rows].toSorted(([a], [b]) => a.localeCompare(b));

/** What happens in a dialect, by the page. */
const toldOf = (dialect: DialectName) =>
  inOrder(told.filter((row) => row.dialects.includes(dialect)).map(({ path, what }) => [path, what] as const));

// What holds in one dialect mostly holds in the other: outside of a proof, each test meets one of them.
const some = oneByFile(import.meta.url, dialects);
const others = isProof ? dialects : dialects.filter((one) => !some.includes(one));

test.for(some)("a new catalog put back as it was read changes in nothing but what the page says, %s dialect", async (dialect) => {
  const { app } = await startCatalog({ dialect });
  await fillCatalog(app);
  expect(inOrder(await putBack(app))).toEqual(toldOf(dialect));
});

test.for(others)("so does one with something in every field, %s dialect", async (dialect) => {
  const { app } = await startCatalog({ dialect });
  await fillCatalog(app);
  await enrich(app);
  const rows = toldOf(dialect);
  const found = inOrder(await putBack(app));
  expect(found.filter(([path, what]) => !rows.some(([one, other]) => one === path && other === what))).toEqual([]);
});
