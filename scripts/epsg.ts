/**
 * The tables of coordinate systems, out of the package epsg-index: what proj4 can transform
 * without grids of its own, one system per line.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import proj4 from "proj4";

interface IndexEntry {
  readonly code: string;
  readonly name: string;
  readonly wkt: string | null;
  readonly proj4: string | null;
  /** North, west, south, east. */
  readonly bbox: readonly [number, number, number, number] | null;
}

const LAST_EPSG = 32_767;
const gridDatums = [
  ["OSTN15_NTv2_OSGBtoETRS", "OSGB36"],
  ["BETA2007", "potsdam"],
  ["nzgd2kgrid0005", "nzgd49"],
] as const;

/** Path in the project to content. */
export function epsgFiles(): ReadonlyMap<string, string> {
  const path = fileURLToPath(import.meta.resolve("epsg-index/all.json"));
  const index = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, IndexEntry>>;
  const entries = Object.values(index).filter(isTransformable);
  return new Map([
    ["src/server/rasters/epsg.json", linesOf(entries.map(systemLine))],
    ["src/server/rasters/epsg-wkt.json", wktTable(entries)],
  ]);
}

function isTransformable({ code, proj4: text, wkt, bbox }: IndexEntry): boolean {
  if (!text || !bbox) return false;
  // Codes of other authorities are in the same index.
  if (wkt ? !wkt.endsWith(`AUTHORITY["EPSG","${code}"]]`) : Number(code) > LAST_EPSG) return false;
  const system = projText(text);
  if (/\+nadgrids=(?!@null)|\+proj=geocent/.test(system)) return false;
  const [north, west, south, east] = bbox;
  const middle = [east < west ? west : (west + east) / 2, (south + north) / 2];
  try {
    const there = proj4("+proj=longlat +datum=WGS84", system, middle);
    const back = proj4(system, "+proj=longlat +datum=WGS84", there);
    return back.every((value, axis) => Math.abs(value - (middle[axis] ?? 0)) < 1e-4);
  } catch {
    return false;
  }
}

/** Where a grid would be needed, the datum that proj4 knows by parameters, good to some metres. */
function projText(text: string): string {
  let own = text.replaceAll(/ \+(?:no_defs|type=crs|wktext)\b/g, "").trim();
  for (const [grid, datum] of gridDatums)
    own = own.replace(new RegExp(`\\+ellps=\\S+ \\+nadgrids=${grid}\\b\\S*`), `+datum=${datum}`);
  return own;
}

function systemLine({ code, name, proj4: text, bbox }: IndexEntry): string {
  const [north, west, south, east] = bbox ?? [];
  return [code, name, [west, south, east, north].join(","), projText(text ?? "")].join("\t");
}

const projected =
  /^(PROJCS\["[^"]*",)(GEOGCS\[.*?AUTHORITY\["EPSG","\d+"\]\])(,PROJECTION\["[^"]*"\])(.*?)(,UNIT\[.*)$/;

/** Pieces that many descriptions share are written once; `{n}` stands for them. */
function wktTable(entries: readonly IndexEntry[]): string {
  const pieces = new Map<string, number>();
  const lines = entries.flatMap(({ code, wkt }) => {
    if (!wkt) return [];
    const own = wkt.replace(`,AUTHORITY["EPSG","${code}"]]`, "");
    const parts = projected.exec(own);
    if (parts === null) return [`${code}\t${own}`];
    const [, name = "", base = "", method = "", parameters = "", unit = ""] = parts;
    const short = parameters.replaceAll(',PARAMETER["', "~");
    return [`${code}\t${name}${piece(base)}${piece(method)}${short}${piece(unit)}`];
  });
  function piece(text: string): string {
    const known = pieces.get(text);
    if (known !== undefined) return `{${known}}`;
    pieces.set(text, pieces.size);
    return `{${pieces.size - 1}}`;
  }
  return `{\n"pieces": ${linesOf([...pieces.keys()])},\n"systems": ${linesOf(lines)}}\n`;
}

function linesOf(lines: readonly string[]): string {
  return `[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]\n`;
}
