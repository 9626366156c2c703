/**
 * Ant patterns over paths: `?` is one character, `*` any characters of one segment, `**` any
 * segments. Matching steps back to the last wildcard only, so that its cost is bounded by the
 * product of both lengths, whatever the pattern.
 */

/** The segments of a path, `/a/b` being two; the root has none. */
export function segmentsOf(path: string): readonly string[] {
  return path.split("/").slice(1, path === "/" ? 1 : undefined);
}

/** Whether a pattern covers a path; both as segments. `/a/**` covers `/a` too. */
export function coversPath(pattern: readonly string[], path: readonly string[]): boolean {
  return covers(pattern, path, { isMany: (part) => part === "**", fits: coversSegment });
}

/** Whether a pattern of `?` and `*` covers a text. */
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

/** Orders patterns, given as segments, so that the more special one comes first. */
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

/** A name, a name with wildcards, any one name, any path. */
function breadth(segment: string): number {
  if (segment === "**") return 3;
  if (segment === "*") return 2;
  return /[*?]/.test(segment) ? 1 : 0;
}
