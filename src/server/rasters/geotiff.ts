/**
 * The one file that knows the library for TIFF. It gives tags and geo keys of a page; pixels are
 * never asked for.
 */
import { GeoTIFF } from "geotiff";
import type { FileBytes } from "./file-bytes.ts";

/** What a tag or a geo key holds. */
export type TagValue = number | string | readonly number[];

/** One directory of a TIFF file. */
export interface TiffPage {
  /** A tag by its number; undefined when it is not there. */
  readonly tag: (number: number) => Promise<TagValue | undefined>;
  /** Geo keys by name as in the GeoTIFF standard; undefined when there are none. */
  readonly geoKeys: Readonly<Record<string, TagValue>> | undefined;
}

/** The pages of a TIFF file, each parsed when it is asked for. */
export async function openTiff(file: FileBytes): Promise<(index: number) => Promise<TiffPage>> {
  const fetchSlice = async ({ offset, length }: { offset: number; length: number }) => {
    const bytes = await file.read(offset, length);
    const whole = bytes.byteLength === bytes.buffer.byteLength;
    return { offset, length, data: whole ? bytes.buffer : bytes.slice().buffer };
  };
  const tiff = await GeoTIFF.fromSource({
    fileSize: file.size,
    fetchSlice,
    fetch: (slices) => Promise.all(slices.map(async (slice) => (await fetchSlice(slice)).data)),
    close: () => Promise.resolve(),
  });
  return async (index) => {
    const directory = await tiff.requestIFD(index);
    const geoKeys = keysOf(directory.parseGeoKeyDirectory());
    return { tag: async (number) => valueOf(await directory.loadValue(number)), geoKeys };
  };
}

function keysOf(keys: object | null): TiffPage["geoKeys"] {
  if (keys === null) return undefined;
  const known = Object.entries(keys).flatMap(([name, value]) => {
    const own = valueOf(value);
    return own === undefined ? [] : [[name, own] as const];
  });
  return Object.fromEntries(known);
}

function valueOf(value: unknown): TagValue | undefined {
  if (typeof value === "number") return value;
  // Texts end with a zero, some with several.
  if (typeof value === "string") return value.replace(/\0.*$/s, "");
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as Iterable<number>, Number);
  return undefined;
}
