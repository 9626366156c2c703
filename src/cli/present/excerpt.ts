/** Prints the source line of a diagnostic with a mark, for terminals. */
import { readFileSync, statSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Position } from "../../model/diagnostic.ts";
import { excerpt as limits } from "../../model/limits.ts";
import { withoutPasswords } from "../../wire/difference.ts";
import { cutTo, widthOf } from "../../reconciler/report/wrap.ts";

/** File types that normally contain no passwords. */
const SHOWN = /\.(?:ya?ml|css|sld)$/i;

/** Lines with these words are not shown. */
const PRIVATE = /passw|passphrase|secret|token|credential/i;

/**
 * The indented line with a mark; undefined where the file is unreadable or the line may contain a
 * secret.
 */
export function excerptAt(
  { file, line, column }: Position,
  columns: number | undefined,
): string | undefined {
  const found = line === undefined || !SHOWN.test(file) ? undefined : lineOf(file, line);
  if (found === undefined || found.trim() === "" || PRIVATE.test(found)) return undefined;
  if (withoutPasswords(found) !== found) return undefined;
  const number = String(line);
  const room = Math.max(20, (columns ?? limits.columns) - number.length - 8);
  const { text, mark } = window(found, (column ?? 1) - 1, room);
  const head = `    ${number} | ${text}`;
  const gutter = " ".repeat(number.length);
  return column === undefined ? head : `${head}\n    ${gutter} | ${" ".repeat(mark)}^`;
}

/** The part of a line around a column that fits, and the column of the mark. */
function window(
  line: string,
  at: number,
  room: number,
): { readonly text: string; readonly mark: number } {
  const before = plain(line.slice(0, Math.max(0, at)));
  const isFar = widthOf(before) > room - 10;
  const left = isFar ? `…${before.slice(before.length - Math.floor(room / 2))}` : before;
  return {
    text: cutTo(`${left}${plain(line.slice(Math.max(0, at)))}`, room),
    mark: widthOf(left),
  };
}

/** One column per character, without control sequences. */
function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\s/g, " ")
    .replaceAll(/\p{Cc}/gu, "");
}

function lineOf(file: string, line: number): string | undefined {
  try {
    const found = statSync(file);
    // A pipe can be read only once, and reading it would block.
    if (!found.isFile() || found.size > limits.fileBytes) return undefined;
    return readFileSync(file, "utf8").split(/\r\n|\r|\n/)[line - 1];
  } catch {
    return undefined;
  }
}
