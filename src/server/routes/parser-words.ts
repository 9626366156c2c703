/**
 * Messages of a stock server's XML parser, as recorded; clients look for them. Our own message
 * follows for people. Unrecorded errors get the position in that parser's format.
 */
import type { WireError } from "../../wire/wire-error.ts";
import type { Dialect } from "../catalog/dialect.ts";

const recordedWords: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [
    /DOCTYPE/,
    'DOCTYPE is disallowed when the feature "http://apache.org/xml/features/disallow-doctype-decl" set to true.',
  ],
  [/byte order mark|^Start tag expected/, "Content is not allowed in prolog."],
  [/^Document is empty/, "Premature end of file."],
  [
    /^Couldn't find end of Start Tag|^Premature end of data|^EndTag: '<\/' not found/,
    "XML document structures must start and end within the same entity.",
  ],
];

const EXTERNAL = /<!ENTITY\s[^<>]*?\bSYSTEM\s+(?:"([^"<>]*)"|'([^'<>]*)')/;

/** Returns the stock message for a parser error, with its position. */
export function parserWords(
  bytes: Uint8Array,
  error: WireError,
  { takesDoctypes }: Pick<Dialect, "takesDoctypes">,
): string {
  const found = takesDoctypes && EXTERNAL.exec(Buffer.from(bytes).toString("latin1"));
  const external = found ? (found[1] ?? found[2]) : undefined;
  if (external !== undefined)
    return `org.xml.sax.SAXException: Entity resolution disallowed for ${external}`;
  const { message } = error;
  const { line = 1, column = 1 } = message.includes("DOCTYPE") ? placeOfDoctype(bytes) : error;
  const words = recordedWords.find(([ours]) => ours.test(message))?.[1] ?? message;
  return `org.xml.sax.SAXParseException; lineNumber: ${line}; columnNumber: ${column}; ${words}`;
}

/** The stock parser stops after the keyword. */
function placeOfDoctype(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const [before = "", found = ""] =
    /^[^]*?(<!DOCTYPE|$)/.exec(Buffer.from(bytes).toString("latin1")) ?? [];
  const lines = before.split("\n");
  return found === ""
    ? { line: 1, column: 1 }
    : { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
