/** Finds attribute values that fulfil a condition. */
import {
  type Comparison,
  type Expression,
  type Filter,
  mirroredComparison,
} from "../../model/filter.ts";
import { piecesOf } from "../../model/like.ts";
import type { Rule } from "../styling.ts";
import { asNumber, compareValues, type Scope, type Value } from "./scope.ts";
import type { Variant } from "./variants.ts";

/** Values by attribute; null for one that must be missing. */
export type Sample = ReadonlyMap<string, Value | null>;

/** The requirements for one attribute. */
interface Wish {
  equal: Value | undefined;
  isMissing: boolean;
  low: number | undefined;
  high: number | undefined;
  readonly not: Value[];
}

/** Reads as much of the condition as possible. Of alternatives it takes the first. */
export function sampleFor(filter: Filter): Sample {
  const wishes = new Map<string, Wish>();
  ask(filter, { isMet: true, wishes });
  return new Map([...wishes].flatMap(([name, wish]) => valueFor(name, wish)));
}

interface Asking {
  readonly isMet: boolean;
  readonly wishes: Map<string, Wish>;
}

function ask(filter: Filter, asking: Asking): void {
  const { isMet, wishes } = asking;
  const { type } = filter;
  if (type === "and" || type === "or") {
    const isAll = (type === "and") === isMet;
    for (const one of isAll ? filter.filters : filter.filters.slice(0, 1)) ask(one, asking);
  } else if (type === "not") ask(filter.filter, { isMet: !isMet, wishes });
  else if (type === "compare") askComparison(filter, asking);
  else if (type === "predicate") askCall(filter.call, asking);
  else askAttribute(filter, asking);
}

function askAttribute(filter: Filter, asking: Asking): void {
  const { isMet, wishes } = asking;
  if (filter.type === "like") askEqual(filter.value, textLike(filter.pattern), asking);
  else if (filter.type === "in") askAmong(filter.value, filter.options, asking);
  else if (filter.type === "between") {
    const [low, high] = [asNumber(constant(filter.low)), asNumber(constant(filter.high))];
    const wish = wishFor(filter.value, wishes);
    if (isMet) narrow(wish, low, high);
    else narrow(wish, undefined, low);
  } else if (filter.type === "is-null") {
    const wish = wishFor(filter.value, wishes);
    if (wish !== undefined) wish.isMissing ||= isMet;
  }
}

function askCall(call: Expression, asking: Asking): void {
  if (call.type !== "function") return;
  const [first, ...others] = call.args;
  const name = call.name.toLowerCase();
  if (first === undefined) return;
  if (/^in\d*$/.test(name)) askAmong(first, others, asking);
  else if (name === "equalto") askEqual(first, constant(others[0]), asking);
  else if (name === "not") askCall(first, { ...asking, isMet: !asking.isMet });
}

const opposite: Readonly<Record<Comparison, Comparison>> = {
  "=": "<>",
  "<>": "=",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};

function askComparison(
  { operator, left, right }: Extract<Filter, { readonly type: "compare" }>,
  asking: Asking,
): void {
  if (left.type === "literal" && right.type !== "literal") {
    askComparison(
      { type: "compare", operator: mirroredComparison[operator], left: right, right: left },
      asking,
    );
    return;
  }
  const [value, asked] = [constant(right), asking.isMet ? operator : opposite[operator]];
  if (left.type === "function" && asked === "=") {
    // Boolean functions are compared with true or false.
    askCall(left, { ...asking, isMet: String(value) !== "false" });
    return;
  }
  const wish = wishFor(left, asking.wishes);
  if (wish === undefined || value === undefined) return;
  if (asked === "=") wish.equal ??= value;
  else if (asked === "<>") wish.not.push(value);
  else if (asked.startsWith("<")) narrow(wish, undefined, asNumber(value));
  else narrow(wish, asNumber(value), undefined);
}

function askAmong(value: Expression, options: readonly Expression[], asking: Asking): void {
  if (asking.isMet) askEqual(value, constant(options[0]), asking);
  else for (const option of options) askEqual(value, constant(option), asking);
}

function askEqual(subject: Expression, value: Value | undefined, asking: Asking): void {
  const wish = wishFor(subject, asking.wishes);
  if (wish === undefined || value === undefined) return;
  if (asking.isMet) wish.equal ??= value;
  else wish.not.push(value);
}

function wishFor(subject: Expression, wishes: Map<string, Wish>): Wish | undefined {
  if (subject.type !== "attribute") return undefined;
  const known = wishes.get(subject.name);
  if (known !== undefined) return known;
  const wish: Wish = {
    equal: undefined,
    isMissing: false,
    low: undefined,
    high: undefined,
    not: [],
  };
  wishes.set(subject.name, wish);
  return wish;
}

function narrow(wish: Wish | undefined, low: number | undefined, high: number | undefined): void {
  if (wish === undefined) return;
  if (low !== undefined) wish.low = Math.max(wish.low ?? low, low);
  if (high !== undefined) wish.high = Math.min(wish.high ?? high, high);
}

function constant(expression: Expression | undefined): Value | undefined {
  return expression?.type === "literal" ? expression.value : undefined;
}

function valueFor(name: string, wish: Wish): readonly (readonly [string, Value | null])[] {
  if (wish.isMissing) return [[name, null]];
  if (wish.equal !== undefined) return [[name, wish.equal]];
  const { low, high } = wish;
  if (low === undefined && high === undefined) {
    const [other] = wish.not;
    return other === undefined ? [[name, name]] : [[name, unlike(other, wish.not)]];
  }
  const value = inside(low, high);
  return [[name, wish.not.some((one) => compareValues(one, value) === 0) ? value + 0.25 : value]];
}

function inside(low: number | undefined, high: number | undefined): number {
  if (low === undefined) return (high ?? 0) - 1;
  return high === undefined ? low + 1 : (low + high) / 2;
}

function unlike(value: Value, others: readonly Value[]): Value {
  const number = asNumber(value);
  if (number === undefined) return `not ${value}`;
  return others.reduce<number>((most, one) => Math.max(most, asNumber(one) ?? most), number) + 1;
}

/** Replacements for wildcards. */
const filling = { any: "", one: "x" } as const;

function textLike(pattern: string): string {
  return piecesOf(pattern)
    .map((piece) => (typeof piece === "object" ? piece.character : filling[piece]))
    .join("");
}

/** Fulfils the condition of the rule and holds the value of the variant. */
export function sampleOf({ condition }: Rule, variant: Variant | undefined): Scope["attributes"] {
  const isAsked = condition !== undefined && condition !== "else";
  const sample = isAsked ? sampleFor(condition) : new Map<string, Value | null>();
  if (variant === undefined || sample.has(variant.attribute)) return sample;
  return new Map([...sample, [variant.attribute, variant.value]]);
}
