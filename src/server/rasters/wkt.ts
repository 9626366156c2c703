/** Translates WKT to EPSG codes and PROJ strings by proj4. */
import proj4 from "proj4";

/** Both are undefined for invalid WKT. */
export interface WktSystem {
  readonly epsg: number | undefined;
  readonly proj: string | undefined;
}

/** Fields of proj4's internal projection; angles are in radians. */
interface Projection {
  readonly names?: readonly string[];
  readonly projName?: string;
  readonly datumCode?: string;
  readonly datum_params?: readonly (string | number)[];
  readonly a?: number;
  readonly b?: number;
  readonly [parameter: string]: unknown;
}

const authority = /(?:AUTHORITY|ID)\s*\[\s*"EPSG"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*$/i;
const RADIAN = 180 / Math.PI;

export function wktSystem(text: string): WktSystem {
  const named = authority.exec(text)?.[1];
  const epsg = named === undefined ? undefined : Number(named);
  try {
    const projection = new proj4.Proj(text) as unknown as Projection;
    const proj = projOf(projection, text);
    return { epsg: epsg ?? (proj === undefined ? undefined : epsgOf(proj)), proj };
  } catch {
    return { epsg, proj: undefined };
  }
}

function projOf(projection: Projection, text: string): string | undefined {
  const name = shortName(projection);
  if (name === undefined) return undefined;
  if (/Mercator_Auxiliary_Sphere|Popular Visualisation/i.test(text)) return WEB_MERCATOR;
  const parts = [`+proj=${name}`, ...parametersOf(projection, name), ...datumOf(projection)];
  const prime = angle(projection["from_greenwich"]);
  if (prime !== undefined && prime !== 0) parts.push(`+pm=${prime}`);
  const unit = projection["to_meter"];
  if (name !== "longlat")
    parts.push(typeof unit === "number" && unit !== 1 ? `+to_meter=${unit}` : "+units=m");
  return parts.join(" ");
}

/** proj4's PROJ name of a projection is the one in lower case. */
function shortName({ names, projName }: Projection): string | undefined {
  if (projName === "longlat") return "longlat";
  const short = (names ?? []).filter((name) => /^[a-z][a-z\d]+$/.test(name));
  if (short.includes("tmerc")) return "tmerc";
  return short[0];
}

function parametersOf(projection: Projection, name: string): string[] {
  if (name === "longlat") return [];
  const angles = [
    ["lat_0", "lat0"],
    ["lon_0", "long0"],
    ["lat_1", "lat1"],
    ["lat_2", "lat2"],
    ["lat_ts", "lat_ts"],
    ["lonc", "longc"],
    ["alpha", "alpha"],
    ["gamma", "rectified_grid_angle"],
  ].flatMap(([key, field]) => {
    const value = angle(projection[field ?? ""]);
    return value === undefined ? [] : [`+${key}=${value}`];
  });
  const numbers = [
    ["k", "k0"],
    ["x_0", "x0"],
    ["y_0", "y0"],
  ].flatMap(([key, field]) => {
    const value = projection[field ?? ""];
    return typeof value === "number" ? [`+${key}=${value}`] : [];
  });
  return [...angles, ...numbers];
}

function datumOf({ datumCode = "", datum_params: shift, a, b }: Projection): string[] {
  if (/^wgs84$/i.test(datumCode)) return ["+datum=WGS84"];
  if (/^nad83$|^north_american_datum_1983$/i.test(datumCode)) return ["+datum=NAD83"];
  return [
    ...(a === undefined ? [] : [`+a=${a}`]),
    ...(b === undefined ? [] : [`+b=${b}`]),
    ...(shift === undefined ? [] : [`+towgs84=${shift.join(",")}`]),
  ];
}

function angle(value: unknown): number | undefined {
  // Rounds the conversion error: 9.000000000000002 becomes 9.
  return typeof value === "number" ? Number((value * RADIAN).toPrecision(14)) : undefined;
}

const WEB_MERCATOR = "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +k=1 +nadgrids=@null";
const utm =
  /^\+proj=tmerc \+lat_0=0 \+lon_0=(-?\d+) (?:\+lat_1=0 )?\+k=0\.9996 \+x_0=500000 \+y_0=(0|10000000) \+datum=WGS84 /;

/** EPSG codes of systems that often lack one, above all in files of one vendor. */
function epsgOf(proj: string): number | undefined {
  if (proj === WEB_MERCATOR) return 3857;
  if (proj === "+proj=longlat +datum=WGS84") return 4326;
  if (proj === "+proj=longlat +datum=NAD83") return 4269;
  const [, meridian, north] = utm.exec(proj) ?? [];
  const zone = (Number(meridian) + 183) / 6;
  if (!Number.isInteger(zone)) return undefined;
  return (north === "0" ? 32_600 : 32_700) + zone;
}
