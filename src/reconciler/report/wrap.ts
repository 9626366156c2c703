/** Wraps lines between words to the terminal's width, with a hanging indent. */

/** Escape sequences that colour text. */
// oxlint-disable-next-line no-control-regex -- colours begin with one.
const COLOURS = /\u001b\[[\d;]*m/g;

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** Names are never broken; without `columns` nothing is wrapped. */
export function wrapLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .map((line) => (widthOf(line) <= columns ? line : wrapped(line, columns)))
    .join("\n");
}

/** The columns that a text takes, without colour codes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text.replaceAll(COLOURS, "")) {
    if (/\p{M}/u.test(sign)) continue;
    width += WIDE.test(sign) ? 2 : 1;
  }
  return width;
}

/** Cuts uncoloured text, with `…` at the end. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let cut = "";
  for (const sign of text) {
    if (widthOf(cut + sign) > columns - 1) break;
    cut += sign;
  }
  return `${cut}…`;
}

function wrapped(line: string, columns: number): string {
  const indent = " ".repeat(Math.min(hangOf(line), Math.floor(columns / 2)));
  const [lead = ""] = /^ */.exec(line) ?? [];
  const lines: string[] = [];
  let current = lead;
  let isBlank = true;
  for (const [, gap = "", word = ""] of line.slice(lead.length).matchAll(/( *)([^ ]+)/gy)) {
    const fits = widthOf(current + gap + word) <= columns;
    if (isBlank || fits) current += gap + word;
    else {
      lines.push(current);
      current = indent + word;
    }
    isBlank = false;
  }
  return [...lines, current].join("\n");
}

/** The column behind a line's number, symbol or field name. */
function hangOf(line: string): number {
  const bare = line.replaceAll(COLOURS, "");
  const number = /^ *\d+\. /.exec(bare)?.[0];
  if (number !== undefined) return number.length;
  const field = /^ {8}\S(?:.*?\S)? {2,}(?=\S)/.exec(bare)?.[0];
  if (field !== undefined) return field.length;
  const symbol = /^ {2,}(?:-\/\+|[-+~=>^!?]) /.exec(bare)?.[0];
  if (symbol !== undefined) return symbol.length + 4;
  return (/^ */.exec(bare)?.[0].length ?? 0) + 2;
}
