/** Entry points of the grammar (sheet.peggy). */
import { FilterError } from "../../model/filter.ts";
import { styleSheet as limits } from "../../model/limits.ts";
import { parseExpression, parseFilter } from "../../wire/filter.ts";
import { multipliedNumber } from "../../wire/filter/constants.ts";
import { variableName } from "../../wire/filter/builder.ts";
import { beyond, SheetError } from "../problem.ts";
import { parse, SyntaxError, type BasicSelector, type SheetBuilder } from "../sheet-grammar.js";
import type { Value } from "../value.ts";
import { colourNamed } from "./colours.ts";

/** A part of a sheet, comments blanked, and its offset. */
export interface Excerpt {
  readonly text: string;
  readonly at: number;
}

/** Alternatives, each a list of conditions. Throws SheetError. */
export function readSelector(excerpt: Excerpt): readonly (readonly BasicSelector[])[] {
  return read(excerpt, selectorWords, (build) =>
    parse(excerpt.text, { startRule: "Selector", build }),
  );
}

/** Empty where nothing is written. Throws SheetError. */
export function readValues(excerpt: Excerpt): readonly Value[] {
  if (excerpt.text.trim() === "") return [];
  return read(excerpt, valueWords, (build) => parse(excerpt.text, { startRule: "Value", build }));
}

const selectorWords =
  "a selector is *, the name of a type, #id, [a condition], :mark or another class, with commas between alternatives";
const valueWords =
  "a value is a colour, a number (with px, m, ft, % or deg), a text in quotes, a name, a function, url(…), symbol(…), @variable or [an expression]";

function read<Result>(
  excerpt: Excerpt,
  words: string,
  parseWith: (build: SheetBuilder) => Result,
): Result {
  checkBounds(excerpt);
  try {
    return parseWith(builderAt(excerpt.at));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { offset } = error.location.start;
    const found = foundAt(excerpt.text, offset);
    throw new SheetError(`Unexpected ${found}; ${words}`, excerpt.at + offset);
  }
}

function foundAt(text: string, offset: number): string {
  const rest = text.slice(offset);
  if (rest.trim() === "") return "end";
  return JSON.stringify(/^(?:[\w-]{1,40}|[^\w\s]|\s)/u.exec(rest)?.[0] ?? "");
}

/** The grammar is recursive, and its work grows with the text. */
function checkBounds({ text, at }: Excerpt): void {
  if (text.length > limits.valueCharacters)
    throw beyond(
      `There are more than ${limits.valueCharacters} characters`,
      limits.valueCharacters,
      at,
    );
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/["'()[\]]/g)) {
    if (token === "(" || token === "[") depth++;
    else if (token === ")" || token === "]") depth--;
    if (depth > limits.parentheses)
      throw beyond(
        `Parentheses are more than ${limits.parentheses} deep`,
        limits.parentheses,
        at + index,
      );
  }
}

function builderAt(start: number): SheetBuilder {
  return {
    filter: (text, offset) => inBrackets(start + offset, () => parseFilter(text, "styles")),
    expression: (text, offset) => inBrackets(start + offset, () => parseExpression(text)),
    number: (digits, multiple) => finite(multipliedNumber(digits, multiple ?? undefined), start),
    variable: (name, fallback) => ({ type: "environment", name: variableName(name), fallback }),
    colour: (digits) => ({ type: "colour", hex: hexOf(digits.toLowerCase()) }),
    name: nameValue,
  };
}

function inBrackets<Result>(start: number, readIt: () => Result): Result {
  try {
    return readIt();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const message = error.message.replace(/ \(line \d+, column \d+\)$/, "");
    throw new SheetError(message, start + (error.offset ?? 0));
  }
}

function finite(value: number, at: number): number {
  if (Number.isFinite(value)) return value;
  throw new SheetError("The number is larger than numbers can be", at);
}

function hexOf(digits: string): string {
  return digits.length === 6 ? `#${digits}` : `#${digits.replaceAll(/./g, "$&$&")}`;
}

function nameValue(name: string): Value {
  if (name === "none") return { type: "none" };
  const hex = colourNamed(name);
  return hex === undefined ? { type: "identifier", name } : { type: "colour", hex };
}
