/**
 * The order of texts on stock servers, which is that of a Java HashSet (docs/compatibility.md,
 * "Access rules").
 */

/** Initial buckets; doubled above three quarters load. */
const BUCKETS = 16;

/** Sorts by bucket, stably. */
export function hashOrder(texts: readonly string[]): readonly string[] {
  let buckets = BUCKETS;
  while (texts.length > (buckets * 3) / 4) buckets *= 2;
  const bucketOf = (text: string) => spread(text) & (buckets - 1);
  return texts.toSorted((a, b) => bucketOf(a) - bucketOf(b));
}

/** Java's hash code with its upper half folded into the lower. */
function spread(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0;
  return hash ^ (hash >>> 16);
}
