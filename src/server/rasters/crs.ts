/** Parses EPSG codes, PROJ strings and WKT. The first axis is x or longitude in every system. */
import proj4 from "proj4";
import epsgLines from "./epsg.json" with { type: "json" };
import type { Box } from "../../model/geometry.ts";
import { wktSystem } from "./wkt.ts";

/** A transformable coordinate system. */
export interface KnownCrs {
  /** `EPSG:n`; undefined for a custom system. */
  readonly code: string | undefined;
  /** PROJ string. */
  readonly proj: string;
}

/** `metres` is the length of one unit, undefined for angles. */
export interface CrsUnits {
  readonly name: string;
  readonly metres: number | undefined;
}

/** An entry of the EPSG registry. */
export interface EpsgSystem {
  readonly name: string;
  readonly proj: string;
  /** Area of use in longitudes and latitudes; minx > maxx across the 180th meridian. */
  readonly area: Box;
}

const lines: ReadonlyMap<number, string> = new Map(
  epsgLines.map((line) => [Number.parseInt(line, 10), line]),
);

const MAX_CHARACTERS = 65_536;
/** Codes in common use that the registry does not have. */
const aliases: ReadonlyMap<number, number> = new Map([[900_913, 3857]]);
const epsgSpelling =
  /^(?:epsg:|urn:(?:x-)?ogc:def:crs:epsg:(?:[\d.]*:)?|https?:\/\/www\.opengis\.net\/(?:gml\/srs\/epsg\.xml#|def\/crs\/epsg\/[\d.]+\/))(\d{4,6})$/i;
const crs84Spelling =
  /^(?:(?:crs|ogc):(?:crs)?84|urn:(?:x-)?ogc:def:crs:ogc:[\d.]*:crs84|https?:\/\/www\.opengis\.net\/def\/crs\/ogc\/[\d.]+\/crs84)$/i;

/** Undefined for an unknown system and for one that cannot be transformed. */
export function epsgSystem(number: number): EpsgSystem | undefined {
  const line = lines.get(aliases.get(number) ?? number);
  if (line === undefined) return undefined;
  const [, name = "", area = "", proj = ""] = line.split("\t");
  const [minx = 0, miny = 0, maxx = 0, maxy = 0] = area.split(",").map(Number);
  return { name, proj, area: { minx, miny, maxx, maxy } };
}

/** The EPSG code of a name in any spelling. */
export function epsgNumber(text: string): number | undefined {
  const name = text.trim();
  if (crs84Spelling.test(name)) return 4326;
  const digits = epsgSpelling.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Parses a name (`EPSG:4326`, `urn:ogc:def:crs:EPSG::4326`,
 * `http://www.opengis.net/gml/srs/epsg.xml#4326`, `CRS:84` …), a PROJ string (`+proj=…`) or WKT;
 * undefined for unknown systems and those that cannot be transformed.
 */
export function knownCrs(text: string): KnownCrs | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS) return undefined;
  const number = epsgNumber(trimmed);
  if (number !== undefined) {
    const system = epsgSystem(number);
    return system === undefined ? undefined : { code: `EPSG:${number}`, proj: system.proj };
  }
  if (trimmed.startsWith("+"))
    return isTransformable(trimmed) ? { code: undefined, proj: trimmed } : undefined;
  if (!trimmed.includes("[")) return undefined;
  const { epsg, proj } = wktSystem(trimmed);
  const registered = epsg === undefined ? undefined : epsgSystem(epsg);
  if (registered !== undefined) return { code: `EPSG:${epsg}`, proj: registered.proj };
  return proj !== undefined && isTransformable(proj) ? { code: undefined, proj } : undefined;
}

/** The value for `RasterGrid.crs`. */
export function crsName({ code, proj }: KnownCrs): string {
  return code ?? proj;
}

/** Whether coordinates are longitudes and latitudes; false for an unknown system. */
export function geographic(crs: string): boolean {
  return isGeographic(knownCrs(crs)?.proj ?? "");
}

/** Undefined for an unknown system. */
export function unitsOf(crs: string): CrsUnits | undefined {
  const proj = knownCrs(crs)?.proj;
  if (proj === undefined) return undefined;
  if (isGeographic(proj) || /\+o_proj=longlat\b/.test(proj))
    return { name: "degree", metres: undefined };
  const factor = /\+to_meter=([\d.eE+-]+)/.exec(proj)?.[1];
  if (factor !== undefined) return { name: "unknown", metres: Number(factor) };
  const unit = /\+units=([\w-]+)/.exec(proj)?.[1] ?? "m";
  return lengths.get(unit) ?? { name: unit, metres: undefined };
}

/** Whether a PROJ string is a geographic system. */
export function isGeographic(proj: string): boolean {
  return /\+proj=(?:longlat|latlong|lonlat|latlon)\b/.test(proj);
}

/** WKT 1, as coverage documents show it. Loads a table at the first call. */
export async function crsWkt(code: string): Promise<string | undefined> {
  const number = epsgNumber(code);
  if (number === undefined) return undefined;
  const { default: table } = await import("./epsg-wkt.json", { with: { type: "json" } });
  const known = aliases.get(number) ?? number;
  const line = table.systems.find((one) => one.startsWith(`${known}\t`));
  if (line === undefined) return undefined;
  const text = line
    .slice(line.indexOf("\t") + 1)
    .replaceAll("~", ',PARAMETER["')
    .replaceAll(/\{(\d+)\}/g, (_whole, piece: string) => table.pieces[Number(piece)] ?? "");
  return `${text},AUTHORITY["EPSG","${known}"]]`;
}

const lengths: ReadonlyMap<string, CrsUnits> = new Map(
  Object.entries({
    m: { name: "metre", metres: 1 },
    km: { name: "kilometre", metres: 1_000 },
    ft: { name: "foot", metres: 0.3048 },
    "us-ft": { name: "US survey foot", metres: 1_200 / 3_937 },
  }),
);

function isTransformable(proj: string): boolean {
  if (/\+nadgrids=(?!@null)|\+init=|\+proj=geocent/.test(proj)) return false;
  try {
    proj4(proj);
    return true;
  } catch {
    return false;
  }
}
