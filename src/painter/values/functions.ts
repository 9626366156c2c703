/** Functions of styles that need no data, by lower-case name. */
import { painter as limits } from "../../model/limits.ts";
import { categorize, interpolate, recode, type Call } from "./lookups.ts";
import { asBoolean, asNumber, asText, compareValues, type Value } from "./scope.ts";

type OfValues = (values: readonly Value[]) => Value | undefined;

/** A function that needs the value of every argument. */
function strict(work: OfValues): Call {
  return (args, scope, evaluate) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = evaluate(arg, scope);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return work(values);
  };
}

function ofNumbers(work: (numbers: readonly number[]) => Value): Call {
  return strict((values) => {
    const numbers = values.map(asNumber);
    return numbers.includes(undefined) ? undefined : work(numbers as number[]);
  });
}

/** Texts are limited, because nested replacements grow without bound. */
function ofTexts(work: (texts: readonly string[]) => Value): Call {
  const isShort = (value: Value): boolean => asText(value).length <= limits.textCharacters;
  return strict((values) => {
    const made = values.every(isShort) ? work(values.map(asText)) : undefined;
    return made !== undefined && isShort(made) ? made : undefined;
  });
}

function comparing(holds: (order: number) => boolean): Call {
  return strict(([one, other]) =>
    one === undefined || other === undefined ? undefined : holds(compareValues(one, other)),
  );
}

const isOneOf: Call = strict(([value, ...others]) =>
  value === undefined ? undefined : others.some((one) => compareValues(one, value) === 0),
);

/** A variable of the request, or its fallback. */
const env: Call = ([name, fallback], scope, evaluate) => {
  const asked = name === undefined ? undefined : evaluate(name, scope);
  if (asked === "wms_scale_denominator") return scope.scale;
  return fallback === undefined ? undefined : evaluate(fallback, scope);
};

const ifThenElse: Call = ([condition, yes, no], scope, evaluate) => {
  const holds = condition === undefined ? undefined : asBoolean(evaluate(condition, scope));
  const chosen = holds === true ? yes : no;
  return holds === undefined || chosen === undefined ? undefined : evaluate(chosen, scope);
};

const isNull: Call = ([arg]) =>
  // `evaluate` handles attributes; a literal is never null.
  arg?.type === "literal" ? false : undefined;

const PER_TURN = 180 / Math.PI;

/** The limit of `toFixed`. */
const MOST_DIGITS = 100;

/** Applies only the number of decimals of a pattern. */
const numberFormat: Call = strict(([pattern, value]) => {
  const number = asNumber(value);
  if (pattern === undefined || number === undefined) return undefined;
  const digits = /\.([0#]*)/.exec(asText(pattern))?.[1]?.length ?? 0;
  return number.toFixed(Math.min(MOST_DIGITS, digits));
});

/** Positions count from 0, as in GeoServer. */
const substring: Call = strict(([text, from, to]) =>
  text === undefined ? undefined : asText(text).slice(asNumber(from) ?? 0, asNumber(to)),
);

/** The scale of zoom level 0 with tiles of 512 pixels, as in Mapbox styles. */
const ZOOM_0 = 279_541_132;

export const functions: ReadonlyMap<string, Call> = new Map<string, Call>([
  ["categorize", categorize],
  ["interpolate", interpolate],
  ["recode", recode],
  ["env", env],
  ["if_then_else", ifThenElse],
  ["isnull", isNull],
  ["numberformat", numberFormat],
  ["strsubstring", substring],
  ["strsubstringstart", substring],
  ["zoomlevel", ofNumbers(([scale = 1]) => Math.max(0, Math.log2(ZOOM_0 / scale)))],
  ["dimension", (_args, scope) => scope.dimension],
  ["geometrytype", (_args, { dimension }) => ["Point", "LineString", "Polygon"][dimension]],
  ["iscoverage", () => false],
  ["not", strict(([value]) => negated(asBoolean(value)))],
  ["equalto", comparing((order) => order === 0)],
  ["notequalto", comparing((order) => order !== 0)],
  ["lessthan", comparing((order) => order < 0)],
  ["lessequalthan", comparing((order) => order <= 0)],
  ["greaterthan", comparing((order) => order > 0)],
  ["greaterequalthan", comparing((order) => order >= 0)],
  ["between", ofNumbers(([value = 0, low = 0, high = 0]) => value >= low && value <= high)],
  ...["in", "in2", "in3", "in4", "in5", "in6", "in7", "in8", "in9", "in10"].map(
    (name): [string, Call] => [name, isOneOf],
  ),
  ["concatenate", ofTexts((texts) => texts.join(""))],
  ["strconcat", ofTexts((texts) => texts.join(""))],
  ["strtouppercase", ofTexts(([text = ""]) => text.toUpperCase())],
  ["strtolowercase", ofTexts(([text = ""]) => text.toLowerCase())],
  ["strtrim", ofTexts(([text = ""]) => text.trim())],
  ["strlength", ofTexts(([text = ""]) => text.length)],
  ["strreplace", ofTexts(([text = "", what = "", by = ""]) => text.replaceAll(what, () => by))],
  ["parsedouble", ofNumbers(([number = 0]) => number)],
  ["parseint", ofNumbers(([number = 0]) => Math.trunc(number))],
  ["parselong", ofNumbers(([number = 0]) => Math.trunc(number))],
  ["min", ofNumbers((numbers) => numbers.reduce((one, other) => Math.min(one, other), Infinity))],
  ["max", ofNumbers((numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity))],
  ["abs", ofNumbers(([number = 0]) => Math.abs(number))],
  ["ceil", ofNumbers(([number = 0]) => Math.ceil(number))],
  ["floor", ofNumbers(([number = 0]) => Math.floor(number))],
  ["round", ofNumbers(([number = 0]) => Math.round(number))],
  ["sqrt", ofNumbers(([number = 0]) => Math.sqrt(number))],
  ["pow", ofNumbers(([base = 0, exponent = 1]) => base ** exponent)],
  ["exp", ofNumbers(([number = 0]) => Math.exp(number))],
  ["log", ofNumbers(([number = 1]) => Math.log(number))],
  ["sin", ofNumbers(([angle = 0]) => Math.sin(angle))],
  ["cos", ofNumbers(([angle = 0]) => Math.cos(angle))],
  ["tan", ofNumbers(([angle = 0]) => Math.tan(angle))],
  ["pi", () => Math.PI],
  ["todegrees", ofNumbers(([angle = 0]) => angle * PER_TURN)],
  ["toradians", ofNumbers(([angle = 0]) => angle / PER_TURN)],
]);

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}
