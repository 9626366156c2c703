/** Ids derived from content: the same in every picture, also in browsers. */

/**
 * A letter and 53 bits of a hash (cyrb53, public domain) in hexadecimal. It is no secure digest:
 * collisions can be made on purpose.
 */
export function contentId(text: string): string {
  let [one, other] = [0xdead_beef, 0x41c6_ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  const low = mixed(one, other);
  const high = mixed(other, low) & HIGH_BITS;
  return `p${(high * 2 ** 32 + (low >>> 0)).toString(16).padStart(DIGITS, "0")}`;
}

/** The bits of the upper half that fit into an exact number beside the lower half. */
const HIGH_BITS = 0x1f_ffff;
const DIGITS = 14;

function mixed(own: number, other: number): number {
  return (
    Math.imul(own ^ (own >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  );
}
