/** Reads headers of TIFF and GeoTIFF files. */
import { raster as limits } from "../../model/limits.ts";
import type { GeoTransform, RasterBand, RasterGrid, RasterSlice } from "../../model/raster.ts";
import { withinBytes, type FileBytes } from "./file-bytes.ts";
import { openTiff, type TagValue, type TiffPage } from "./geotiff.ts";
import { RasterError } from "./raster-error.ts";
import { sampleType } from "./sample-type.ts";
import { tiffCrs } from "./tiff-crs.ts";
import { countDirectories } from "./tiff-guard.ts";
import { tiffTransform } from "./tiff-place.ts";

/** `transform` is undefined when the file has no tags for it. */
export interface TiffHeader {
  readonly grid: Omit<RasterGrid, "transform"> & { readonly transform: GeoTransform | undefined };
  /** Tag 306 in milliseconds since 1970. */
  readonly dateTime: number | undefined;
}

const tags = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  photometric: 262,
  samples: 277,
  dateTime: 306,
  extraSamples: 338,
  format: 339,
  noData: 42_113,
} as const;

/** Rejects with RasterError, and with errors of the library. */
export async function readTiff(bytes: FileBytes): Promise<TiffHeader> {
  const file = withinBytes(bytes, limits.tiffBytes);
  const count = await countDirectories(file);
  const pageAt = await openTiff(file);
  const page = await pageAt(0);
  const size = await sizeOf(file, page);
  const slices: RasterSlice[] = [sliceAt(0)];
  for (let index = 1; index < count; index++) {
    file.checkTime();
    if (await isFullPage(await pageAt(index), size)) slices.push(sliceAt(slices.length));
  }
  const [bands, transform, dateTime] = await Promise.all([
    bandsOf(file, page),
    tiffTransform(page),
    page.tag(tags.dateTime),
  ]);
  const crs = tiffCrs(page.geoKeys);
  return {
    grid: { name: undefined, ...size, transform, crs, bands, slices },
    dateTime: dateOf(dateTime),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function sizeOf(file: FileBytes, page: TiffPage): Promise<Size> {
  const [width, height] = [await page.tag(tags.width), await page.tag(tags.height)].map(Number);
  for (const side of [width, height]) {
    if (side === undefined || !Number.isInteger(side) || side < 1)
      throw new RasterError("unreadable", `${file.name}: is a damaged TIFF file: it has no size`);
    if (side > limits.side)
      throw new RasterError("bounds", `${file.name}: has more than ${limits.side} rows or columns`);
  }
  return { width: width ?? 0, height: height ?? 0 };
}

/** A page as large as the first, neither an overview nor a mask. */
async function isFullPage(page: TiffPage, { width, height }: Size): Promise<boolean> {
  const REDUCED_OR_MASK = 0b101;
  const subfile = Number((await page.tag(tags.subfile)) ?? 0);
  if ((subfile & REDUCED_OR_MASK) !== 0) return false;
  return (await page.tag(tags.width)) === width && (await page.tag(tags.height)) === height;
}

function sliceAt(imageIndex: number): RasterSlice {
  return { imageIndex, time: undefined, elevation: undefined, others: {} };
}

async function bandsOf(file: FileBytes, page: TiffPage): Promise<readonly RasterBand[]> {
  const count = Number((await page.tag(tags.samples)) ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > limits.bands)
    throw new RasterError(
      "bounds",
      `${file.name}: has ${count} bands, 1 to ${limits.bands} are read`,
    );
  const [bits, formats] = [listOf(await page.tag(tags.bits)), listOf(await page.tag(tags.format))];
  const noData = noDataOf(await page.tag(tags.noData));
  const names = await bandNames(page, count);
  return names.map((name, index) => {
    const size = bits[index] ?? bits[0] ?? 1;
    const type = sampleType(size, formats[index] ?? formats[0] ?? 1);
    if (type === undefined)
      throw new RasterError(
        "unsupported",
        `${file.name}: samples of its band ${name} are not read`,
      );
    return { name, type, noData, unit: undefined };
  });
}

/** Band names as GeoServer derives them from the photometric interpretation. */
async function bandNames(page: TiffPage, count: number): Promise<readonly string[]> {
  const photometric = await page.tag(tags.photometric);
  const numbered = Array.from({ length: count }, (_none, index) => `Band${index + 1}`);
  if (count === 1) return [photometric === 3 ? "PALETTE_INDEX" : "GRAY_INDEX"];
  const isColour = photometric === 2 || photometric === 6;
  if (!isColour || count < 3 || count > 4) return numbered;
  return ["RED_BAND", "GREEN_BAND", "BLUE_BAND", "ALPHA_BAND"].slice(0, count);
}

function listOf(value: TagValue | undefined): readonly number[] {
  if (typeof value === "number") return [value];
  return Array.isArray(value) ? (value as readonly number[]) : [];
}

function noDataOf(value: TagValue | undefined): number | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase();
  if (/^[+-]?nan/.test(text)) return NaN;
  if (/^[+-]?inf/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? undefined : number;
}

const dateForm = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})/;

/** TIFF defines no time zone; UTC as in GeoServer. */
function dateOf(value: TagValue | undefined): number | undefined {
  const parts = typeof value === "string" ? dateForm.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}
