/** Numbers as documents of this family write doubles: `10.0`, not `10`. */

/** A double as text; reading the text gives the number again, but for the sign of zero. */
export function decimalText(number: number): string {
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? `${number}.0` : String(number);
}
