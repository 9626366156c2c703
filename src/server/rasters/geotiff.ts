/** Wraps the TIFF library: tags and geo keys of a page. Pixels are never read. */
import { GeoTIFF } from "geotiff";
import type { FileBytes } from "./file-bytes.ts";

export type TagValue = number | string | readonly number[];

/** One directory of a TIFF file. */
export interface TiffPage {
  readonly tag: (number: number) => Promise<TagValue | undefined>;
  /** By the key names of the GeoTIFF standard. */
  readonly geoKeys: Readonly<Record<string, TagValue>> | undefined;
}

/** Pages are parsed on demand. */
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
  // Texts end with one or more NUL characters.
  if (typeof value === "string") return value.replace(/\0.*$/s, "");
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as Iterable<number>, Number);
  return undefined;
}
