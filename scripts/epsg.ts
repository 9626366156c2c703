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

/** Codes that the index leaves out because they are deprecated; servers still know them. */
const DEPRECATED =
  "2008 2036-2038 2063-2064 2085-2086 2091-2092 2139-2153 2155-2156 2163 2166-2168 2170-2171 2191-2192 " +
  "2194 2199 2214 2244-2245 2291-2292 2297-2298 2300 2302 2400 2492-2493 2550 2577 2600 2694 2889-2890 " +
  "2934 2944 2979 2982-2984 2989-2990 3038-3039 3050-3051 3073 3076 3103-3105 3143 3146-3147 3150-3151 " +
  "3314-3315 3349 3356-3357 3359 3366 3408-3412 3454 3752 3774 3778 3782 3785-3787 3842-3843 3907-3911 " +
  "3973-3975 3985 4001-4016 4018-4022 4024-4025 4027-4036 4041-4045 4047 4052-4055 4088 4125-4126 4140 " +
  "4172 4185 4226 4228 4233-4235 4260 4264 4268 4280 4287 4291 4294 4296 4317 4327-4389 4474 4631 " +
  "4634-4635 4640 4645 4681 4685 4731 4808 4819 4855-4880 4902 4968-4969 4972-4973 5388 5458 5466 5532 " +
  "5570-5583 5704 5832-5835 5890 6141 6200 6517 6604 6732-6735 6871 6956-6959 6978-6980 6985-6987 " +
  "6996-6997 7082 7088 7401-7403 7408 7412-7413 7804 8449 24571 25700 25838 26193 26432 26591-26592 " +
  "26747 26801-26803 26811-26815 26819-26826 26830-26837 26841-26846 26979 27037-27038 27492 " +
  "27581-27584 27591-27594 28402-28403 28462-28492 29100 29118-29122 29177-29185 29635-29636 29700 " +
  "29900 30800 31265-31268 31275-31279 31291-31297 31461-31465 31700 31900 32018 32029 32036 " +
  "32061-32062 32074-32077 32180 32662-32663";

/** Path in the project to content. */
export function epsgFiles(): ReadonlyMap<string, string> {
  const path = fileURLToPath(import.meta.resolve("epsg-index/all.json"));
  const index = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, IndexEntry>>;
  const entries = Object.values(index).filter(isTransformable);
  return new Map([
    ["src/server/rasters/epsg.json", linesOf(entries.map(systemLine))],
    ["src/server/rasters/epsg-wkt.json", wktTable(entries)],
    ["src/lint/epsg-codes.json", codeRanges(Object.values(index))],
  ]);
}

/** Every code that there is, as ranges; those of other authorities in the same index are left out. */
function codeRanges(entries: readonly IndexEntry[]): string {
  const deprecated = DEPRECATED.split(" ").flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_unused, at) => from + at);
  });
  const own = entries.map(({ code }) => Number(code)).filter((code) => code <= LAST_EPSG);
  const codes = [...new Set([...own, ...deprecated])].toSorted((a, b) => a - b);
  const ranges: (readonly [from: number, to: number])[] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) ranges.splice(-1, 1, [last[0], code]);
    else ranges.push([code, code]);
  }
  return linesOf(ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)));
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
