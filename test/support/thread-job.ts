/** What a thread of a test does: doubles numbers, fails at some, and fails as programs do at others. */
import { WireError } from "../../src/wire/wire-error.ts";

/** Doubles; throws WireError for a negative number, TypeError for none. */
export function run(number: number): number {
  if (Number.isNaN(number)) throw new TypeError("injected");
  if (number < 0) throw new WireError("malformed", "a negative number");
  return 2 * number;
}
