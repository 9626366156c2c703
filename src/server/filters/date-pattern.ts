/**
 * Date patterns in UTC: `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS`, and literals: characters that
 * are not letters, or text in single quotes (a doubled quote is one quote).
 */
import { instantOf, partsOf, type InstantParts } from "../../model/instant.ts";
import { meaningless } from "./schema.ts";

const FIELDS = {
  yyyy: "year",
  MM: "month",
  dd: "day",
  HH: "hour",
  mm: "minute",
  ss: "second",
  SSS: "millisecond",
} as const satisfies Readonly<Record<string, keyof InstantParts>>;

type Field = keyof typeof FIELDS;

export type DatePattern = readonly ({ readonly field: Field } | { readonly literal: string })[];

const PIECE = /([A-Za-z])\1*|'(?:[^']|'')*'|[^A-Za-z']+|'/g;

function isField(piece: string): piece is Field {
  return Object.hasOwn(FIELDS, piece);
}

/** Throws FilterError for unknown letters. */
export function parseDatePattern(pattern: string): DatePattern {
  return Array.from(pattern.matchAll(PIECE), ([piece]) => {
    if (isField(piece)) return { field: piece };
    if (/^[A-Za-z]|^'$/.test(piece)) {
      const known = Object.keys(FIELDS).join(", ");
      throw meaningless(`The date pattern ${pattern} has ${piece}; known are ${known} and 'text'`);
    }
    if (piece === "''") return { literal: "'" };
    const quoted = piece.startsWith("'") ? piece.slice(1, -1) : piece;
    return { literal: quoted.replaceAll("''", "'") };
  });
}

export function formatInstant(pattern: DatePattern, instant: number): string {
  const parts = partsOf(instant);
  return pattern
    .map((piece) =>
      "literal" in piece
        ? piece.literal
        : String(parts[FIELDS[piece.field]]).padStart(piece.field.length, "0"),
    )
    .join("");
}

/**
 * Requires every digit of each field and no further text; null for other texts and for days that do
 * not exist. Missing fields are those of 1970-01-01T00:00:00.
 */
export function parseFormatted(pattern: DatePattern, text: string): number | null {
  const found: Record<keyof InstantParts, number> = partsOf(0);
  let at = 0;
  for (const piece of pattern) {
    const length = "literal" in piece ? piece.literal.length : piece.field.length;
    const read = text.slice(at, at + length);
    at += length;
    if ("literal" in piece) {
      if (read !== piece.literal) return null;
    } else {
      if (read.length !== length || !/^\d+$/.test(read)) return null;
      found[FIELDS[piece.field]] = Number(read);
    }
  }
  return at === text.length ? (instantOf(found) ?? null) : null;
}
