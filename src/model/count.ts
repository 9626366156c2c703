/** Numbers in texts. */

/** A number with its noun, in the plural where it is not one. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
