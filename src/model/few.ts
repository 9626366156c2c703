/** Shortens lists of texts. Pure. */

/** Texts that are named. */
const NAMED = 5;

/** `a, b, c, d, e and 3 more`. */
export function fewOf(texts: readonly string[]): string {
  const more = texts.length - NAMED;
  return `${texts.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
