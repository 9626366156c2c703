/** Lookup functions (docs.geoserver.org, "Styling using Transformation Functions"). */
import type { Expression } from "../../model/filter.ts";
import { between, colourOf } from "./colour.ts";
import { asNumber, compareValues, type Evaluate, type Scope, type Value } from "./scope.ts";

/** A function that evaluates its arguments itself. */
export type Call = (
  args: readonly Expression[],
  scope: Scope,
  evaluate: Evaluate,
) => Value | undefined;

/** `Recode(value, one, its value, another, its value …)`. */
export const recode: Call = ([lookup, ...pairs], scope, evaluate) => {
  const value = valueOf(lookup, scope, evaluate);
  if (value === undefined) return undefined;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const known = valueOf(pairs[at], scope, evaluate);
    if (known !== undefined && compareValues(known, value) === 0)
      return valueOf(pairs[at + 1], scope, evaluate);
  }
  return undefined;
};

/**
 * `Categorize(value, below, threshold, from there on, threshold, …)`. With `preceding`, a threshold
 * itself belongs below.
 */
export const categorize: Call = ([lookup, ...steps], scope, evaluate) => {
  const value = valueOf(lookup, scope, evaluate);
  const mode = modeOf(steps.at(-1));
  const isPreceding = mode === "preceding";
  const table = isPreceding || mode === "succeeding" ? steps.slice(0, -1) : steps;
  if (value === undefined) return undefined;
  let found = table[0];
  for (let at = 1; at + 1 < table.length; at += 2) {
    const threshold = valueOf(table[at], scope, evaluate);
    if (threshold === undefined) return undefined;
    const order = compareValues(value, threshold);
    if (order > 0 || (order === 0 && !isPreceding)) found = table[at + 1];
  }
  return valueOf(found, scope, evaluate);
};

const MODES: ReadonlySet<string> = new Set(
  "preceding succeeding color numeric linear cosine cubic".split(" "),
);

/** An argument that is a lookup mode; undefined for a value of the table. */
export function modeOf(argument: Expression | undefined): string | undefined {
  const word = argument?.type === "literal" ? String(argument.value).toLowerCase() : "";
  return MODES.has(word) ? word : undefined;
}

/** `Interpolate(value, data, value, data, value …, mode, method)`; drawn as linear. */
export const interpolate: Call = ([lookup, ...points], scope, evaluate) => {
  const value = asNumber(valueOf(lookup, scope, evaluate));
  if (value === undefined) return undefined;
  const table = points.filter((point) => modeOf(point) === undefined);
  let below: readonly [number, Value] | undefined;
  for (let at = 0; at + 1 < table.length; at += 2) {
    const data = asNumber(valueOf(table[at], scope, evaluate));
    const result = valueOf(table[at + 1], scope, evaluate);
    if (data === undefined || result === undefined) return undefined;
    if (value <= data) {
      if (below === undefined || data === below[0]) return result;
      return mixed(below[1], result, (value - below[0]) / (data - below[0]));
    }
    below = [data, result];
  }
  return below?.[1];
};

function mixed(from: Value, to: Value, part: number): Value | undefined {
  const [low, high] = [asNumber(from), asNumber(to)];
  if (low !== undefined && high !== undefined) return low + (high - low) * part;
  const [one, other] = [colourOf(from), colourOf(to)];
  return one === undefined || other === undefined ? undefined : between(one, other, part);
}

function valueOf(
  expression: Expression | undefined,
  scope: Scope,
  evaluate: Evaluate,
): Value | undefined {
  return expression === undefined ? undefined : evaluate(expression, scope);
}
