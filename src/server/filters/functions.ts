/**
 * Value functions of filters. Names are GeoServer's and case-insensitive. Arguments are converted
 * to the parameter types; a missing argument gives a missing value.
 */
import { formatInstant, parseDatePattern, parseFormatted } from "./date-pattern.ts";
import { textAsNumber, type Value, type ValueType } from "./values.ts";

type Apply = (values: readonly Value[]) => Value | null;

export interface ValueFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly result: ValueType;
  /** No argument is missing. */
  readonly apply: Apply;
  /**
   * Set if the first argument is a pattern: it must be a constant and is parsed once. The result is
   * applied to all arguments. Throws FilterError for an invalid pattern.
   */
  readonly withPattern?: (pattern: string) => Apply;
}

const text = (value: Value | undefined): string => String(value);
const number = (value: Value | undefined): number => Number(value);

type Signature = readonly [name: string, result: ValueType];

function ofText([name, result]: Signature, apply: (text: string) => Value | null): ValueFunction {
  return { name, parameters: ["text"], result, apply: ([value]) => apply(text(value)) };
}

function ofTexts([name, result]: Signature, apply: (a: string, b: string) => Value): ValueFunction {
  const parameters = ["text", "text"] as const;
  return { name, parameters, result, apply: ([a, b]) => apply(text(a), text(b)) };
}

function ofNumber(name: string, apply: (number: number) => number): ValueFunction {
  const parameters = ["number"] as const;
  return { name, parameters, result: "number", apply: ([value]) => apply(number(value)) };
}

function ofNumbers(name: string, apply: (a: number, b: number) => number): ValueFunction {
  const parameters = ["number", "number"] as const;
  return { name, parameters, result: "number", apply: ([a, b]) => apply(number(a), number(b)) };
}

/** Positions count UTF-16 units from 0, as in Java; null outside the text. */
function substring(value: string, from: number, to: number): string | null {
  const isWithin = Number.isInteger(from) && Number.isInteger(to) && from >= 0;
  return isWithin && from <= to && to <= value.length ? value.slice(from, to) : null;
}

const FUNCTIONS: readonly ValueFunction[] = [
  ofText(["strToLowerCase", "text"], (value) => value.toLowerCase()),
  ofText(["strToUpperCase", "text"], (value) => value.toUpperCase()),
  ofText(["strTrim", "text"], (value) => value.trim()),
  ofText(["strLength", "number"], (value) => value.length),
  ofTexts(["strStartsWith", "boolean"], (value, start) => value.startsWith(start)),
  ofTexts(["strEndsWith", "boolean"], (value, end) => value.endsWith(end)),
  ofTexts(["strIndexOf", "number"], (value, part) => value.indexOf(part)),
  ofTexts(["strConcat", "text"], (a, b) => a + b),
  ofTexts(["strEqualsIgnoreCase", "boolean"], (a, b) => a.toUpperCase() === b.toUpperCase()),
  {
    name: "strSubstring",
    parameters: ["text", "number", "number"],
    result: "text",
    apply: ([value, from, to]) => substring(text(value), number(from), number(to)),
  },
  {
    name: "strSubstringStart",
    parameters: ["text", "number"],
    result: "text",
    apply: ([value, from]) => substring(text(value), number(from), text(value).length),
  },
  ofText(["parseDouble", "number"], textAsNumber),
  ofNumber("abs", Math.abs),
  ofNumber("floor", Math.floor),
  ofNumber("ceil", Math.ceil),
  // Halves are rounded up, as in Java: -2.5 becomes -2.
  ofNumber("round", Math.round),
  ofNumbers("min", Math.min),
  ofNumbers("max", Math.max),
  {
    name: "dateParse",
    parameters: ["text", "text"],
    result: "instant",
    apply: () => null,
    withPattern(source) {
      const pattern = parseDatePattern(source);
      return ([, value]) => parseFormatted(pattern, text(value));
    },
  },
  {
    name: "dateFormat",
    parameters: ["text", "instant"],
    result: "text",
    apply: () => null,
    withPattern(source) {
      const pattern = parseDatePattern(source);
      return ([, instant]) => formatInstant(pattern, number(instant));
    },
  },
];

const BY_NAME: ReadonlyMap<string, ValueFunction> = new Map(
  FUNCTIONS.map((one) => [one.name.toLowerCase(), one]),
);

/** The name is case-insensitive. */
export function valueFunctionNamed(name: string): ValueFunction | undefined {
  return BY_NAME.get(name.toLowerCase());
}

export const valueFunctionNames: readonly string[] = FUNCTIONS.map(({ name }) => name);
