/** Fields whose values mean something: what can be said there, where any value of the type would be refused. */
import type { Chance } from "../chance.ts";

/** Says that a field is not drawn. */
export const LEFT_OUT = Symbol("left out");

type Draw = (chance: Chance) => unknown;

const one =
  (...values: readonly unknown[]): Draw =>
  (chance) =>
    chance.pick(values);
const some =
  (...values: readonly unknown[]): Draw =>
  (chance) =>
    chance.some(values, 0.4);
const someOrFirst =
  (first: unknown, ...values: readonly unknown[]): Draw =>
  (chance) => [first, ...chance.some(values, 0.4)];
const never: Draw = () => LEFT_OUT;

const address = one("http://example.org/a", "https://example.org/b?c=d&e=f");
const srsText = one("EPSG:4326", "EPSG:3857");
const srsList = some(4326, 3857, 25832);
const keywords = someOrFirst("water", "rivers & lakes", {
  value: "Wasser",
  language: "de",
  vocabulary: "v",
});
const box: Draw = (chance) => {
  const [minx, miny] = [chance.below(9), chance.below(9)];
  return { minx, miny, maxx: minx + 1, maxy: miny + 2, crs: "EPSG:4326" };
};

/** Columns of tables. */
const COLUMNS = [
  { name: "the_geom", binding: "org.locationtech.jts.geom.Point" },
  { name: "a", binding: "java.lang.Integer" },
  { name: "b", binding: "java.lang.String" },
] as const;

const attributes: Draw = (chance) => [COLUMNS[0], ...chance.some(COLUMNS.slice(1), 0.5)];

const sqlView: Draw = (chance) => ({
  sql: chance.pick(["select * from t where a > 1", "select * from t"]),
  ...(chance.is(0.3) ? { keys: ["a"] } : {}),
  geometry: { the_geom: { type: "Point", srid: 4326 } },
});

const dimensionOf =
  (attribute: object): Draw =>
  (chance) => ({
    time: { presentation: chance.pick(["LIST", "CONTINUOUS_INTERVAL"]), ...attribute },
  });

/** By the last field of a path, or by all of it behind the kind; `KIND.` in front where kinds differ. */
const values: Readonly<Record<string, Draw>> = {
  srs: srsText,
  "Service.srs": srsList,
  crs: one("EPSG:4326"),
  responseSrs: srsList,
  requestSrs: srsList,
  url: address,
  href: address,
  logoUrl: address,
  onlineResource: address,
  schemaBaseUrl: address,
  proxyBaseUrl: address,
  serviceURL: address,
  capabilitiesUrl: address,
  allowedUrlsForAuthForwarding: some("http://example.org/a"),
  keywords,
  alias: some("eins", "zwei"),
  filter: one("a = 1", "a = 2", "a = 1 AND b = 'x'"),
  attributes,
  sqlView,
  disabledServices: some("WMS", "WFS", "WCS"),
  "FeatureType.dimensions": dimensionOf({ attribute: "a" }),
  dimensions: dimensionOf({}),
  native: box,
  geographic: box,
  bounds: box,
  "FeatureType.bounds": (chance) => ({ native: box(chance), geographic: box(chance) }),
  "Coverage.bounds": (chance) => ({ native: box(chance), geographic: box(chance) }),
  path: one("/a", "/a/b"),
  logoType: one("image/png"),
  metadata: (chance) =>
    Object.fromEntries(
      chance.some(["note", "more"], 0.6).map((key) => [key, chance.pick(["x", "y"])]),
    ),
  "links.metadata": (chance) => [
    {
      type: chance.pick(["text/html", "text/xml"]),
      standard: "ISO19115:2003",
      url: "http://example.org/m",
    },
  ],
  linearizationTolerance: one("1.0 m", "2.0 m"),
  versions: some("1.0.0", "1.1.0"),
  disabledVersions: some("1.0.0"),
  defaultLocale: one("de", "en"),
  gml: one(
    { V_11: { srsNameStyle: "URL", overrideGMLAttributes: true } },
    { V_20: { srsNameStyle: "XML" } },
  ),
  identifiers: never,
  "authorityUrls.*.name": one("EPA", "NASA"),
  outputStrategy: one("FILE", "SPEED"),
  getMapMimeTypes: some("image/png", "image/jpeg"),
  getFeatureInfoMimeTypes: some("text/html", "application/json"),
  getFeatureOutputTypes: some("application/json", "csv"),
  csvDateFormat: one("dd.MM.yyyy", "yyyy-MM-dd"),
  email: one("gis@example.org", "maps@example.org"),
  charset: one("UTF-8", "ISO-8859-1"),
  pngEncoderType: one("PNGJ", "JDK"),
  lockProviderName: one("nullLockProvider", "memoryLockProvider"),
  jaiExtOperations: some("Warp", "Mosaic"),
  "Logging.profile": one("DEFAULT_LOGGING", "PRODUCTION_LOGGING", "QUIET_LOGGING"),
  "Logging.location": one("logs/geoserver.log", "logs/other.log"),
  "DiskQuota.quota": one("1 GiB", "20 GiB", "500 MiB"),
  layers: never,
  regex: one("^https://static\\.example\\.org/.*$", "^http://example\\.org/icons/.*$"),
  coverageView: never,
  grid: never,
  bands: never,
  readingParameters: never,
  format: one("GeoTIFF"),
  interpolations: some("nearest neighbor", "bilinear"),
  formats: some("GEOTIFF", "PNG"),
  "wcs.interpolation": one("nearest neighbor", "bilinear"),
  cog: never,
  variables: never,
  types: never,
  secrets: never,
  preferredFormat: one("image/png", "image/jpeg"),
  selectedRemoteFormats: someOrFirst("image/png", "image/jpeg"),
  selectedRemoteStyles: someOrFirst("plain", "grey"),
  minScale: never,
  maxScale: one(1_000_000, 2_000_000),
  replacePolicy: one("recreate"),
  legend: (chance) =>
    chance.pick([
      { url: "http://example.org/l.png", format: "image/png", width: 16, height: 16 },
      null,
    ]),
};

/** What is said at a path, kind first; undefined where any value of the type will do. */
export function meantValue(path: readonly string[], chance: Chance): unknown {
  const [kind = "", ...fields] = path;
  const all = fields.join(".");
  const last = fields.at(-1) ?? "";
  const pair = fields.slice(-2).join(".");
  const draw = [`${kind}.${all}`, all, pair, last]
    .map((key) => values[key])
    .find((found) => found !== undefined);
  return draw?.(chance);
}
