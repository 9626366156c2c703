/** Small GeoTIFF files, written by hand: one strip of zeros under a header as large ones have it. */
import type { Box } from "../../../src/model/geometry.ts";
import type { GeoTransform } from "../../../src/model/raster.ts";
import { geographic } from "../../../src/server/rasters/crs.ts";

/** What the file says of itself. */
export interface GeoTiff {
  readonly width: number;
  readonly height: number;
  /** The outer edges; or a transform of six numbers, which may turn the picture. */
  readonly bounds?: Box;
  readonly transform?: GeoTransform;
  /** Undefined for a file without geo keys. */
  readonly epsg?: number | undefined;
  readonly noData?: number | string;
  /** As in tag 306: `2024:01:31 06:00:00`. */
  readonly dateTime?: string;
  /** 1 by default, or 3 for red, green and blue. */
  readonly bands?: 1 | 3;
  readonly bits?: 8 | 16 | 32 | 64;
  /** 1 unsigned, 2 signed, 3 floating point. */
  readonly format?: 1 | 2 | 3;
  /** Whether positions are those of the middles of pixels. */
  readonly pixelIsPoint?: boolean;
  /** Further geo keys by number. */
  readonly geoKeys?: Readonly<Record<number, number>>;
  /** Further pages: what kind they are (tag 254) and how large. */
  readonly pages?: readonly { readonly subfile: number; readonly width: number }[];
  readonly bigEndian?: boolean;
}

type Field =
  | { readonly tag: number; readonly type: "short" | "long" | "double"; readonly values: number[] }
  | { readonly tag: number; readonly type: "ascii"; readonly values: string };

const codes = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const;

/** A file as bytes. */
export function geoTiff(file: GeoTiff): Uint8Array<ArrayBuffer> {
  const pages = [
    pageFields(file, file.width, 0),
    ...(file.pages ?? []).map(({ subfile, width }) => pageFields(file, width, subfile)),
  ];
  const little = file.bigEndian !== true;
  const bytes: number[] = little ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42];
  let link = bytes.length;
  put(bytes, 4, [0], little);
  for (const fields of pages) {
    const values = fields.map((field) => encoded(field, little));
    const places = values.map((value) => {
      const place = bytes.length;
      if (value.length > 4) bytes.push(...value, ...(value.length % 2 === 1 ? [0] : []));
      return place;
    });
    replace(bytes, link, bytes.length, little);
    put(bytes, 2, [fields.length], little);
    for (const [index, field] of fields.entries()) {
      const [code, size] = codes[field.type];
      const value = values[index] ?? [];
      put(bytes, 2, [field.tag, code], little);
      put(bytes, 4, [value.length / size], little);
      if (value.length > 4) put(bytes, 4, [places[index] ?? 0], little);
      else bytes.push(...value, ...Array.from({ length: 4 - value.length }, () => 0));
    }
    link = bytes.length;
    put(bytes, 4, [0], little);
  }
  return Uint8Array.from(bytes);
}

function pageFields(file: GeoTiff, width: number, subfile: number): Field[] {
  const { bands = 1, bits = 8, format = 1, noData, dateTime } = file;
  const height = Math.max(1, Math.round((file.height * width) / file.width));
  const each = (value: number) => Array.from({ length: bands }, () => value);
  const fields: (Field | undefined)[] = [
    subfile === 0 ? undefined : { tag: 254, type: "long", values: [subfile] },
    { tag: 256, type: "long", values: [width] },
    { tag: 257, type: "long", values: [height] },
    { tag: 258, type: "short", values: each(bits) },
    { tag: 259, type: "short", values: [1] },
    { tag: 262, type: "short", values: [bands === 3 ? 2 : 1] },
    // The strip lies over the header: nobody looks at pixels here.
    { tag: 273, type: "long", values: [0] },
    { tag: 277, type: "short", values: [bands] },
    { tag: 278, type: "long", values: [height] },
    { tag: 279, type: "long", values: [8] },
    dateTime === undefined ? undefined : { tag: 306, type: "ascii", values: `${dateTime}\0` },
    { tag: 339, type: "short", values: each(format) },
    ...placeFields(file),
    noData === undefined ? undefined : { tag: 42_113, type: "ascii", values: `${noData}\0` },
  ];
  return fields.filter((field) => field !== undefined);
}

function placeFields(file: GeoTiff): (Field | undefined)[] {
  const { bounds, transform, width, height } = file;
  const scale =
    bounds === undefined
      ? undefined
      : [(bounds.maxx - bounds.minx) / width, (bounds.maxy - bounds.miny) / height, 0];
  const [x = 0, columnX = 0, rowX = 0, y = 0, columnY = 0, rowY = 0] = transform ?? [];
  const matrix = [columnX, rowX, 0, x, columnY, rowY, 0, y, 0, 0, 0, 0, 0, 0, 0, 1];
  return [
    scale === undefined ? undefined : { tag: 33_550, type: "double", values: scale },
    bounds === undefined
      ? undefined
      : { tag: 33_922, type: "double", values: [0, 0, 0, bounds.minx, bounds.maxy, 0] },
    transform === undefined ? undefined : { tag: 34_264, type: "double", values: matrix },
    ...keyFields(file),
  ];
}

/** Keys are whole numbers, or doubles in a tag of their own. */
function keyFields({ epsg, geoKeys = {}, pixelIsPoint }: GeoTiff): Field[] {
  if (epsg === undefined && Object.keys(geoKeys).length === 0) return [];
  const isGeographic = epsg !== undefined && geographic(`EPSG:${epsg}`);
  const known: Record<number, number> =
    epsg === undefined ? {} : { 1024: isGeographic ? 2 : 1, [isGeographic ? 2048 : 3072]: epsg };
  const all = { ...known, 1025: pixelIsPoint === true ? 2 : 1, ...geoKeys };
  const doubles: number[] = [];
  const entries = Object.entries(all).flatMap(([key, value]) => {
    const isShort = Number.isInteger(value) && value >= 0 && value < 65_536 && Number(key) < 3077;
    if (isShort) return [Number(key), 0, 1, value];
    doubles.push(value);
    return [Number(key), 34_736, 1, doubles.length - 1];
  });
  const directory = [1, 1, 0, entries.length / 4, ...entries];
  const keys: Field = { tag: 34_735, type: "short", values: directory };
  return doubles.length === 0 ? [keys] : [keys, { tag: 34_736, type: "double", values: doubles }];
}

function encoded({ type, values }: Field, little: boolean): number[] {
  if (type === "ascii") return [...new TextEncoder().encode(values)];
  const bytes: number[] = [];
  put(bytes, codes[type][1], values, little);
  return bytes;
}

function put(bytes: number[], size: 2 | 4 | 8, values: readonly number[], little: boolean): void {
  const view = new DataView(new ArrayBuffer(size * values.length));
  for (const [index, value] of values.entries()) {
    if (size === 2) view.setUint16(index * 2, value, little);
    else if (size === 4) view.setUint32(index * 4, value, little);
    else view.setFloat64(index * 8, value, little);
  }
  bytes.push(...new Uint8Array(view.buffer));
}

function replace(bytes: number[], at: number, value: number, little: boolean): void {
  const written: number[] = [];
  put(written, 4, [value], little);
  bytes.splice(at, 4, ...written);
}
