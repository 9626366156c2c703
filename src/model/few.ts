/** Many texts in one message. Pure. */

/** How many stand there by themselves. */
const NAMED = 5;

/** `a, b, c, d, e and 3 more`: the first of them, and of more the number. */
export function fewOf(texts: readonly string[]): string {
  const more = texts.length - NAMED;
  return `${texts.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
