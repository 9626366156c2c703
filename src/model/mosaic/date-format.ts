/**
 * Parses dates as Java's SimpleDateFormat: `yyyyMMddHHmmss`, `yyyy'T'DDD`. UTC unless the text has
 * a zone. Lenient as Java: month 13 is the next January, and text after the date is ignored.
 */
import type { ProblemAbout } from "../mosaic.ts";
import { endOf, PRECISIONS, utc, type Precision, type Span } from "./timestamp.ts";

/** A run of one letter, or literal text. */
type Piece =
  | { readonly letter: string; readonly width: number; readonly literal?: undefined }
  | { readonly letter?: undefined; readonly literal: string };

/** A parsed pattern, or its problem. */
export type DateFormat =
  | { readonly pieces: readonly Piece[]; readonly problem?: undefined }
  | { readonly pieces?: undefined; readonly problem: string; readonly about: ProblemAbout };

const NUMBERS: Readonly<Record<string, Precision>> = {
  y: "year",
  u: "year",
  M: "month",
  L: "month",
  d: "day",
  D: "day",
  H: "hour",
  k: "hour",
  K: "hour",
  h: "hour",
  m: "minute",
  s: "second",
  S: "millisecond",
};

/** Unsupported: eras and weeks. */
const UNREAD = "GYwWF";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH_NAMES =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const ZONE = /^(?:Z|(?:UTC|GMT)?(?:([+-])(\d{2}):?(\d{2})?)?)/i;

/** Parses a pattern. */
export function parseDateFormat(pattern: string): DateFormat {
  const pieces: Piece[] = [];
  for (const match of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g)) {
    const [text, quoted, letter] = match;
    if (text === "'")
      return { problem: `the format ${pattern} has a quote without its end`, about: "format" };
    if (letter !== undefined) {
      if (!Object.hasOwn(NUMBERS, letter) && !"EazZX".includes(letter)) {
        const about = UNREAD.includes(letter) ? "included-server" : "format";
        const problem = `the format ${pattern} has the letter ${letter}, which is not read`;
        return { problem, about };
      }
      pieces.push({ letter, width: text.length });
    } else {
      const literal = quoted === undefined ? text : quoted.replaceAll("''", "'");
      pieces.push({ literal: text === "''" ? "'" : literal });
    }
  }
  if (!pieces.some(({ letter }) => letter !== undefined)) {
    return { problem: `the format ${pattern} has no field of a date`, about: "format" };
  }
  return { pieces };
}

interface Reading {
  readonly fields: Map<string, number>;
  /** Minutes east of UTC. */
  offset: number;
}

/**
 * Parses a text. Two-digit years are from 80 years before to 20 after `now` (milliseconds since
 * 1970).
 */
export function readDate(pieces: readonly Piece[], text: string, now: number): Span | undefined {
  const reading: Reading = { fields: new Map(), offset: 0 };
  let rest = text;
  for (const [index, piece] of pieces.entries()) {
    const length =
      piece.literal === undefined
        ? readField(piece, { rest, next: pieces[index + 1], now }, reading)
        : literalLength(piece.literal, rest);
    if (length === undefined) return undefined;
    rest = rest.slice(length);
  }
  return spanOf(reading);
}

function literalLength(literal: string, rest: string): number | undefined {
  return rest.startsWith(literal) ? literal.length : undefined;
}

interface Place {
  readonly rest: string;
  readonly next: Piece | undefined;
  readonly now: number;
}

/** Parses a field and returns its length. */
function readField(
  { letter, width }: { readonly letter: string; readonly width: number },
  { rest, next, now }: Place,
  reading: Reading,
): number | undefined {
  if (letter === "E") return /^\p{L}+/u.exec(rest)?.[0].length;
  if (letter === "a") return readHalf(rest, reading);
  if ("zZX".includes(letter)) return readZone(rest, reading);
  if ("ML".includes(letter) && width >= 3) return readMonthName(rest, reading);
  return readNumber({ letter, width }, { rest, next, now }, reading);
}

function readNumber(
  { letter, width }: { readonly letter: string; readonly width: number },
  { rest, next, now }: Place,
  reading: Reading,
): number | undefined {
  const abuts = next?.letter !== undefined && Object.hasOwn(NUMBERS, next.letter);
  const spaces = rest.length - rest.trimStart().length;
  const digits = /^\d+/.exec(rest.slice(spaces, spaces + (abuts ? width : 9)))?.[0];
  if (digits === undefined) return undefined;
  const short = "yu".includes(letter) && width <= 2 && digits.length === 2;
  reading.fields.set(letter, short ? fullYear(Number(digits), now) : Number(digits));
  return spaces + digits.length;
}

function readHalf(rest: string, reading: Reading): number | undefined {
  const half = /^[ap]m/i.exec(rest)?.[0];
  if (half !== undefined) reading.fields.set("a", half.toLowerCase() === "pm" ? 12 : 0);
  return half?.length;
}

function readZone(rest: string, reading: Reading): number | undefined {
  const match = ZONE.exec(rest);
  if (match === null || match[0] === "") return undefined;
  const [text, sign, hours = "0", minutes = "0"] = match;
  const offset = Number(hours) * 60 + Number(minutes);
  reading.offset = sign === "-" ? -offset : offset;
  return text.length;
}

function readMonthName(rest: string, reading: Reading): number | undefined {
  const name = MONTH_NAMES.exec(rest)?.[0];
  if (name === undefined) return undefined;
  reading.fields.set("M", MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  return name.length;
}

function fullYear(value: number, now: number): number {
  const first = new Date(now).getUTCFullYear() - 80;
  const year = first - (((first % 100) + 100) % 100) + value;
  return year < first ? year + 100 : year;
}

function spanOf({ fields, offset }: Reading): Span | undefined {
  const field = (letters: string, missing: number) =>
    letters
      .split("")
      .map((letter) => fields.get(letter))
      .find((value) => value !== undefined) ?? missing;
  const dayOfYear = fields.get("D");
  const clock = fields.get("K") ?? (fields.has("h") ? field("h", 0) % 12 : undefined);
  const hour =
    fields.get("H") ??
    (fields.has("k") ? field("k", 0) % 24 : undefined) ??
    (clock ?? 0) + field("a", 0);
  const from = utc([
    field("yu", 1970),
    dayOfYear === undefined ? field("ML", 1) - 1 : 0,
    dayOfYear ?? field("d", 1),
    hour,
    field("m", 0) - offset,
    field("s", 0),
    field("S", 0),
  ]);
  if (!Number.isFinite(from)) return undefined;
  const finest = Math.max(
    ...[...fields.keys()].map((letter) => PRECISIONS.indexOf(NUMBERS[letter] ?? "year")),
  );
  return { from, to: endOf(from, PRECISIONS[finest] ?? "year") };
}
