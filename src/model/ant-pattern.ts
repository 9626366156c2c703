/**
 * Ant patterns for paths: `?` one character, `*` characters of a segment, `**` segments. Matching
 * backtracks only to the last wildcard, which bounds its cost by the product of lengths.
 */

/** The segments of a path: two for `/a/b`, none for the root. */
export function segmentsOf(path: string): readonly string[] {
  return path.split("/").slice(1, path === "/" ? 1 : undefined);
}

/** Whether a pattern matches a path, both as segments. `/a/**` matches `/a` too. */
export function coversPath(pattern: readonly string[], path: readonly string[]): boolean {
  return covers(pattern, path, { isMany: (part) => part === "**", fits: coversSegment });
}

/** Whether a pattern of `?` and `*` matches a text. */
export function coversSegment(pattern: string, segment: string): boolean {
  if (segment === "") return pattern === "";
  const fits = (part: string, character: string) => part === "?" || part === character;
  return covers(pattern, segment, { isMany: (part) => part === "*", fits });
}

function covers(
  pattern: ArrayLike<string>,
  items: ArrayLike<string>,
  { isMany, fits }: { isMany: (part: string) => boolean; fits: typeof coversSegment },
): boolean {
  let part = 0;
  let lastMany = -1;
  let resume = 0;
  for (let item = 0; item < items.length;) {
    const wanted = part < pattern.length ? pattern[part] : undefined;
    if (wanted !== undefined && isMany(wanted)) {
      lastMany = part++;
      resume = item;
    } else if (wanted !== undefined && fits(wanted, items[item] ?? "")) {
      part++;
      item++;
    } else if (lastMany >= 0) {
      part = lastMany + 1;
      item = ++resume;
    } else return false;
  }
  while (part < pattern.length && isMany(pattern[part] ?? "")) part++;
  return part === pattern.length;
}

/** Orders patterns, as segments, from more to less specific. */
export function comparePatterns(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const [one = "", other = ""] = [a[at], b[at]];
    const byBreadth = breadth(one) - breadth(other);
    if (byBreadth !== 0) return byBreadth;
    if (one !== other) return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

function breadth(segment: string): number {
  if (segment === "**") return 3;
  if (segment === "*") return 2;
  return /[*?]/.test(segment) ? 1 : 0;
}
