/** Doubles as GeoServer writes them: `10.0`, not `10`. */

/** Parsing the text gives the same number, except for the sign of zero. */
export function decimalText(number: number): string {
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? `${number}.0` : String(number);
}
