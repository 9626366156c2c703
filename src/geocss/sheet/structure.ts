/**
 * Masks a sheet for the block parser: text in quotes and brackets may hold semicolons, colons and
 * braces. Offsets and comments stay.
 */

/** Replaces text in quotes and brackets, and colons of values, by x. */
export function structureOf(text: string): string {
  return withoutColonsOfValues(masked(text));
}

function masked(text: string): string {
  const parts: string[] = [];
  let done = 0;
  const begin = /["'([]|\/\*/g;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const end = endOf(text, found.index);
    // The block parser reports text that never ends.
    if (end === undefined) break;
    if (found[0] !== "/*") {
      parts.push(text.slice(done, found.index + 1));
      parts.push(text.slice(found.index + 1, end - 1).replaceAll(/[^\n]/g, "x"));
      done = end - 1;
    }
    begin.lastIndex = end;
  }
  return `${parts.join("")}${text.slice(done)}`;
}

/** The offset after a comment, quotes or brackets; undefined when they never end. */
export function endOf(text: string, start: number): number | undefined {
  if (text.startsWith("/*", start)) {
    const end = text.indexOf("*/", start + 2);
    return end === -1 ? undefined : end + 2;
  }
  if (text[start] === "'" || text[start] === '"') return endOfText(text, start);
  return endOfBrackets(text, start);
}

function endOfText(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}

function endOfBrackets(text: string, start: number): number | undefined {
  const inside = /["'()[\]]|\/\*/g;
  inside.lastIndex = start;
  let depth = 0;
  for (let found = inside.exec(text); found !== null; found = inside.exec(text)) {
    if (found[0] === "(" || found[0] === "[") depth++;
    else if (found[0] === ")" || found[0] === "]") depth--;
    else {
      const end = endOf(text, found.index);
      if (end === undefined) return undefined;
      inside.lastIndex = end;
    }
    if (depth === 0) return inside.lastIndex;
  }
  return undefined;
}

const SEGMENT = /\/\*[^]*?(?:\*\/|$)|[;{}]|:/g;

/** Only the first colon of a declaration counts; selectors keep theirs. */
function withoutColonsOfValues(text: string): string {
  const extra: number[] = [];
  let colons: number[] = [];
  for (const { 0: token, index } of text.matchAll(SEGMENT)) {
    if (token === ":") colons.push(index);
    else if (!token.startsWith("/*")) {
      if (token !== "{") for (const colon of colons.slice(1)) extra.push(colon);
      colons = [];
    }
  }
  const parts: string[] = [];
  let done = 0;
  for (const colon of extra) {
    parts.push(text.slice(done, colon));
    done = colon + 1;
  }
  return [...parts, text.slice(done)].join("x");
}
