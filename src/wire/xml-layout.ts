/** Indentation of XML documents. */

/**
 * Indents a document as GeoServer does (docs/compatibility.md, "Documents"). Elements with text
 * stay unchanged, as does a text that does not start with a tag, such as a declaration.
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
    // An empty element is closed on its line.
    const isEmpty = closes && isOpening(before);
    parts.push(isBetween && !isEmpty ? `\n${"  ".repeat(depth)}${part}` : part);
    if (isOpening(part)) depth++;
    before = part;
  }
  return parts.join("");
}

const [ENTRY, ENTRY_END] = ["<entry ", "</entry>"];

/** Indents only the content of map entries. */
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
