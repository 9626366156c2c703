/**
 * What the parser of a stock server says of XML that it cannot read, as recorded. Clients look for such lines; people
 * need the one of ours behind it. Of mistakes whose words were not recorded the place is said as that parser says it.
 */
import type { WireError } from "../../wire/wire-error.ts";
import type { Dialect } from "../catalog/dialect.ts";

/** Words by what our own parser says. */
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

const EXTERNAL = /<!ENTITY\s[^>]*?\bSYSTEM\s+(["'])(.*?)\1/;

/** The line of a stock server's parser for a mistake in what was sent, with its place. */
export function parserWords(
  bytes: Uint8Array,
  error: WireError,
  { takesDoctypes }: Pick<Dialect, "takesDoctypes">,
): string {
  const [, , external] = takesDoctypes
    ? (EXTERNAL.exec(Buffer.from(bytes).toString("latin1")) ?? [])
    : [];
  if (external !== undefined)
    return `org.xml.sax.SAXException: Entity resolution disallowed for ${external}`;
  const { message } = error;
  const { line = 1, column = 1 } = message.includes("DOCTYPE") ? placeOfDoctype(bytes) : error;
  const words = recordedWords.find(([ours]) => ours.test(message))?.[1] ?? message;
  return `org.xml.sax.SAXParseException; lineNumber: ${line}; columnNumber: ${column}; ${words}`;
}

/** Behind the word, where that parser stops reading. */
function placeOfDoctype(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const [before = "", found = ""] =
    /^[^]*?(<!DOCTYPE|$)/.exec(Buffer.from(bytes).toString("latin1")) ?? [];
  const lines = before.split("\n");
  return found === ""
    ? { line: 1, column: 1 }
    : { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
