/** Numbers in texts. */

/** A number with its noun, in singular or plural. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
