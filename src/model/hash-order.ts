/**
 * The order in which a stock server shows a set of texts: that of the buckets of a Java HashSet
 * (docs/compatibility.md, "Access rules").
 */

/** Buckets of a small table; it is doubled when three quarters are taken. */
const BUCKETS = 16;

/** The texts of a set in that order; those of one bucket stay as they were. */
export function hashOrder(texts: readonly string[]): readonly string[] {
  let buckets = BUCKETS;
  while (texts.length > (buckets * 3) / 4) buckets *= 2;
  const bucketOf = (text: string) => spread(text) & (buckets - 1);
  return texts.toSorted((a, b) => bucketOf(a) - bucketOf(b));
}

/** Java's hash code of a text, its upper half folded into the lower one. */
function spread(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0;
  return hash ^ (hash >>> 16);
}
