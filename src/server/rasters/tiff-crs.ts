/** The CRS of a TIFF file: an EPSG code, else a PROJ string made from the geo keys. */
import { crsName, epsgSystem, knownCrs } from "./crs.ts";
import type { TagValue } from "./geotiff.ts";

type Keys = Readonly<Record<string, TagValue>>;

const USER_DEFINED = 32_767;
const GEOGRAPHIC = 2;
const GEOCENTRIC = 3;
const POLAR_STEREOGRAPHIC = 15;

/** `EPSG:n` or a PROJ string; undefined when the keys do not define a CRS. */
export function tiffCrs(keys: Keys | undefined): string | undefined {
  if (keys === undefined) return undefined;
  const model = keys["GTModelTypeGeoKey"];
  if (model === GEOCENTRIC) return undefined;
  const projected = codeOf(keys, "ProjectedCSTypeGeoKey");
  if (projected !== undefined && model !== GEOGRAPHIC) return `EPSG:${projected}`;
  const described = fromCitation(keys);
  if (described !== undefined) return described;
  const isProjected = "ProjCoordTransGeoKey" in keys || "ProjectionGeoKey" in keys;
  if (model === GEOGRAPHIC || !isProjected) {
    const code = codeOf(keys, "GeographicTypeGeoKey");
    if (code !== undefined) return `EPSG:${code}`;
    const datum = datumOf(keys);
    return datum === undefined ? undefined : checked(`+proj=longlat ${datum}`);
  }
  return userProjection(keys);
}

function codeOf(keys: Keys, name: string): number | undefined {
  const value = keys[name];
  return typeof value === "number" && value > 0 && value < USER_DEFINED ? value : undefined;
}

/** Some vendors write WKT into the citation keys. */
function fromCitation(keys: Keys): string | undefined {
  for (const name of ["PCSCitationGeoKey", "GTCitationGeoKey", "GeogCitationGeoKey"]) {
    const text = keys[name];
    const parts = typeof text === "string" ? text.split("|") : [];
    const wkt = parts.flatMap((part) => {
      const start = part.search(/(?:PROJCS|GEOGCS)\[/);
      return start === -1 ? [] : part.slice(start, part.lastIndexOf("]") + 1) || [];
    })[0];
    const known = wkt === undefined ? undefined : knownCrs(wkt);
    if (known !== undefined) return crsName(known);
  }
  return undefined;
}

function userProjection(keys: Keys): string | undefined {
  const datum = datumOf(keys) ?? "+datum=WGS84";
  const metres = unitOf(keys);
  if (metres === undefined) return undefined;
  const units = metres === 1 ? "+units=m" : `+to_meter=${metres}`;
  const zone = utmZone(keys);
  if (zone !== undefined) return checked(`+proj=utm ${zone} ${datum} ${units}`);
  const code = Number(keys["ProjCoordTransGeoKey"]);
  const method = code === POLAR_STEREOGRAPHIC ? polar(keys) : methods.get(code);
  if (method === undefined) return undefined;
  const parameters = method.parameters.flatMap(([key, ...names]) => {
    const value = names.map((name) => keys[name]).find((found) => typeof found === "number");
    if (value === undefined) return [];
    // False origins are in the units of the system, PROJ needs metres.
    const inMetres = key === "x_0" || key === "y_0" ? value * metres : value;
    return [`+${key}=${inMetres}`];
  });
  return checked(`+proj=${method.name} ${parameters.join(" ")} ${datum} ${units}`);
}

/** The key's latitude is the latitude of true scale; its sign decides the pole. */
function polar(keys: Keys): Method {
  const pole = Number(keys["ProjNatOriginLatGeoKey"] ?? 90) < 0 ? -90 : 90;
  return {
    name: `stere +lat_0=${pole}`,
    parameters: [
      ["lat_ts", "ProjNatOriginLatGeoKey"],
      ["lon_0", "ProjStraightVertPoleLongGeoKey", "ProjNatOriginLongGeoKey"],
      ...offsets,
      scale,
    ],
  };
}

function utmZone(keys: Keys): string | undefined {
  const code = Number(keys["ProjectionGeoKey"]);
  if (code > 16_000 && code <= 16_060) return `+zone=${code - 16_000}`;
  return code > 16_100 && code <= 16_160 ? `+zone=${code - 16_100} +south` : undefined;
}

/** Metres per unit; undefined for an unknown unit. */
function unitOf(keys: Keys): number | undefined {
  const size = keys["ProjLinearUnitSizeGeoKey"];
  if (typeof size === "number" && size > 0) return size;
  const code = keys["ProjLinearUnitsGeoKey"];
  return code === undefined ? 1 : linearUnits.get(Number(code));
}

const linearUnits: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1_200 / 3_937],
  [9036, 1_000],
]);

function datumOf(keys: Keys): string | undefined {
  const code = codeOf(keys, "GeographicTypeGeoKey");
  const system = code === undefined ? undefined : epsgSystem(code);
  if (system !== undefined) return system.proj.replace(/^\+proj=longlat /, "");
  const major = keys["GeogSemiMajorAxisGeoKey"];
  const minor = keys["GeogSemiMinorAxisGeoKey"];
  const flattening = keys["GeogInvFlatteningGeoKey"];
  if (typeof major === "number") {
    if (typeof flattening === "number" && flattening !== 0) return `+a=${major} +rf=${flattening}`;
    return `+a=${major} +b=${typeof minor === "number" ? minor : major}`;
  }
  return ellipsoids.get(Number(keys["GeogEllipsoidGeoKey"]));
}

const ellipsoids: ReadonlyMap<number, string> = new Map([
  [7001, "+ellps=airy"],
  [7004, "+ellps=bessel"],
  [7008, "+ellps=clrk66"],
  [7012, "+ellps=clrk80"],
  [7019, "+ellps=GRS80"],
  [7022, "+ellps=intl"],
  [7024, "+ellps=krass"],
  [7030, "+datum=WGS84"],
]);

interface Method {
  readonly name: string;
  /** A PROJ parameter, then the keys that may hold it. */
  readonly parameters: readonly (readonly [string, ...string[]])[];
}

const latitude = [
  "lat_0",
  "ProjNatOriginLatGeoKey",
  "ProjFalseOriginLatGeoKey",
  "ProjCenterLatGeoKey",
] as const;
const longitude = [
  "lon_0",
  "ProjNatOriginLongGeoKey",
  "ProjFalseOriginLongGeoKey",
  "ProjCenterLongGeoKey",
] as const;
const offsets = [
  ["x_0", "ProjFalseEastingGeoKey", "ProjFalseOriginEastingGeoKey", "ProjCenterEastingGeoKey"],
  ["y_0", "ProjFalseNorthingGeoKey", "ProjFalseOriginNorthingGeoKey", "ProjCenterNorthingGeoKey"],
] as const;
const scale = ["k", "ProjScaleAtNatOriginGeoKey", "ProjScaleAtCenterGeoKey"] as const;
const parallels = [
  ["lat_1", "ProjStdParallel1GeoKey"],
  ["lat_2", "ProjStdParallel2GeoKey"],
] as const;
const origin = [latitude, longitude, ...offsets] as const;

/** By the value of ProjCoordTransGeoKey. */
const methods: ReadonlyMap<number, Method> = new Map([
  [1, { name: "tmerc", parameters: [...origin, scale] }],
  [7, { name: "merc", parameters: [["lat_ts", "ProjStdParallel1GeoKey"], ...origin, scale] }],
  [8, { name: "lcc", parameters: [...parallels, ...origin] }],
  [
    9,
    {
      name: "lcc",
      parameters: [["lat_1", "ProjNatOriginLatGeoKey"], ...origin, scale],
    },
  ],
  [10, { name: "laea", parameters: origin }],
  [11, { name: "aea", parameters: [...parallels, ...origin] }],
  [12, { name: "aeqd", parameters: origin }],
  [13, { name: "eqdc", parameters: [...parallels, ...origin] }],
  [14, { name: "stere", parameters: [...origin, scale] }],
  [16, { name: "sterea", parameters: [...origin, scale] }],
  [17, { name: "eqc", parameters: [["lat_ts", "ProjStdParallel1GeoKey"], ...origin] }],
  [18, { name: "cass", parameters: origin }],
  [19, { name: "gnom", parameters: origin }],
  [20, { name: "mill", parameters: origin }],
  [21, { name: "ortho", parameters: origin }],
  [22, { name: "poly", parameters: origin }],
  [23, { name: "robin", parameters: origin }],
  [24, { name: "sinu", parameters: origin }],
  [28, { name: "cea", parameters: [["lat_ts", "ProjStdParallel1GeoKey"], ...origin] }],
]);

/** Undefined if PROJ does not accept the string: keys may hold any numbers. */
function checked(proj: string): string | undefined {
  return knownCrs(proj) === undefined ? undefined : proj;
}
