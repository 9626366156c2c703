/** The line that a diagnostic is about, with a mark below the place: for people at a terminal. */
import { readFileSync, statSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Position } from "../../model/diagnostic.ts";
import { excerpt as limits } from "../../model/limits.ts";
import { withoutPasswords } from "../../wire/difference.ts";
import { cutTo, widthOf } from "../../reconciler/report/wrap.ts";

/** Files that people write and that hold no passwords by their nature. */
const SHOWN = /\.(?:ya?ml|css|sld)$/i;

/** What may be a password, or stands beside one. */
const PRIVATE = /passw|passphrase|secret|token|credential/i;

/**
 * The line at a place and the mark below it, indented; undefined where there is none, the file cannot be
 * read, or the line may hold a secret.
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

/** As much of a line as there is room for, around a place in it, and the column of that place. */
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

/** One column for each sign that takes one, and nothing that a terminal would obey. */
function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\s/g, " ")
    .replaceAll(/\p{Cc}/gu, "");
}

function lineOf(file: string, line: number): string | undefined {
  try {
    const found = statSync(file);
    // A pipe gives its text once: reading on would wait for a writer.
    if (!found.isFile() || found.size > limits.fileBytes) return undefined;
    return readFileSync(file, "utf8").split(/\r\n|\r|\n/)[line - 1];
  } catch {
    return undefined;
  }
}
