/** The layout of XML documents: what stands between elements, and means nothing. */

/**
 * A document without layout as stock servers lay theirs out (docs/compatibility.md, "Documents"): each element that
 * another one holds on a line of its own, two spaces deeper. Elements that hold text stay as they are. A text that
 * begins otherwise, with a declaration for example, is given back unchanged.
 */
export function laidOut(text: string): string {
  if (!/^<\w/.test(text)) return text;
  const parts: string[] = [];
  let depth = 0;
  let before = "";
  for (const [part] of text.matchAll(/<[^<>]*>|[^<]+/g)) {
    const closes = part.startsWith("</");
    if (closes) depth--;
    const isBetween = part.startsWith("<") && before.endsWith(">") && parts.length > 0;
    // An element without content is closed where it was opened.
    const isEmpty = closes && isOpening(before);
    parts.push(isBetween && !isEmpty ? `\n${"  ".repeat(depth)}${part}` : part);
    if (isOpening(part)) depth++;
    before = part;
  }
  return parts.join("");
}

const [ENTRY, ENTRY_END] = ["<entry ", "</entry>"];

/** The same with all but what is inside of the entries of its maps as it is. */
export function withEntriesLaidOut(text: string): string {
  if (!text.includes(ENTRY_END)) return text;
  const laid = laidOut(text).split(ENTRY_END);
  const pieces = text.split(ENTRY_END);
  const isLast = (index: number) => index === pieces.length - 1;
  return pieces
    .map((piece, index) => {
      const at = piece.lastIndexOf(ENTRY);
      if (at === -1 || isLast(index)) return piece;
      const own = laid[index] ?? "";
      return `${piece.slice(0, at)}${own.slice(own.lastIndexOf(ENTRY))}`;
    })
    .join(ENTRY_END);
}

function isOpening(part: string): boolean {
  return part.startsWith("<") && !part.startsWith("</") && !part.endsWith("/>");
}
