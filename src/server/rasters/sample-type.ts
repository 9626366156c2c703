/** Names of sample types for what files say of their samples. */
import type { SampleType } from "../../model/raster.ts";

/**
 * The type that holds samples of a number of bits. The format is 1 for unsigned integers, 2 for
 * signed ones, 3 for floating point and 4 for unknown, as in TIFF; undefined for complex ones.
 */
export function sampleType(bits: number, format: number): SampleType | undefined {
  const size = [8, 16, 32, 64].find((one) => bits <= one);
  if (size === undefined || !(bits >= 1)) return undefined;
  if (format === 3) return size === 64 ? "REAL_64BITS" : "REAL_32BITS";
  const sign = signs.get(format);
  if (sign === undefined) return undefined;
  // Integers of 64 bits have no type of their own in coverage documents.
  return size === 64 ? "REAL_64BITS" : (`${sign}_${size}BITS` as SampleType);
}

const signs: ReadonlyMap<number, string> = new Map([
  [1, "UNSIGNED"],
  [2, "SIGNED"],
  [4, "UNSIGNED"],
]);
