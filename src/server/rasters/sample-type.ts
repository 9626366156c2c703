/** Maps bits and number formats of samples to GeoServer's type names. */
import type { SampleType } from "../../model/raster.ts";

/** TIFF formats: 1 unsigned, 2 signed, 3 float, 4 unknown; undefined for complex samples. */
export function sampleType(bits: number, format: number): SampleType | undefined {
  const size = [8, 16, 32, 64].find((one) => bits <= one);
  if (size === undefined || !(bits >= 1)) return undefined;
  if (format === 3) return size === 64 ? "REAL_64BITS" : "REAL_32BITS";
  const sign = signs.get(format);
  if (sign === undefined) return undefined;
  // Coverage documents have no type for 64-bit integers.
  return size === 64 ? "REAL_64BITS" : (`${sign}_${size}BITS` as SampleType);
}

const signs: ReadonlyMap<number, string> = new Map([
  [1, "UNSIGNED"],
  [2, "SIGNED"],
  [4, "UNSIGNED"],
]);
