/** A difference of two contents, as data and as a line of text, without passwords. */
import { compare as limits } from "../model/limits.ts";

/**
 * What changed at the place.
 * - order: the same parts in another order
 * - layout: only white space or spelling
 * - secret: the value must not be shown
 * - binding: a prefix is bound to another namespace, `after` instead of `before`
 * - unexplained: the place is unknown; `after` describes the difference
 * - more: `count` differences are not listed
 */
export type DifferenceSort =
  | "added"
  | "removed"
  | "changed"
  | "order"
  | "layout"
  | "secret"
  | "binding"
  | "unexplained"
  | "more";

/** One difference; `place` is a path from the outside in. */
export interface Difference {
  readonly place: readonly string[];
  readonly sort: DifferenceSort;
  /** The texts of both sides, if the place is a single text. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** XPath-like, without prefixes; undefined where the place is absent. */
  readonly pathBefore?: string | undefined;
  readonly pathAfter?: string | undefined;
  readonly count?: number;
  /** Scales at which the element is drawn, if it has its own. */
  readonly scales?: ScaleRange | undefined;
}

/** Scale denominators, from the largest scale on; no `to` means unbounded. */
export interface ScaleRange {
  readonly from: number;
  readonly to: number | undefined;
}

/** The smallest range around both. */
export function widerRange(one: ScaleRange, other: ScaleRange): ScaleRange {
  const isEndless = one.to === undefined || other.to === undefined;
  return {
    from: Math.min(one.from, other.from),
    to: isEndless ? undefined : Math.max(one.to, other.to),
  };
}

/** Formats a denominator, such as 1:50,000. */
export function scaleName(denominator: number): string {
  return `1:${denominator.toLocaleString("en-US")}`;
}

/** The difference with its sides swapped. */
export function reversed(difference: Difference): Difference {
  const { sort, before, after, pathBefore, pathAfter } = difference;
  if (sort === "unexplained" || sort === "more") return difference;
  const turned = { added: "removed", removed: "added" } as const;
  const other = sort === "added" || sort === "removed" ? turned[sort] : sort;
  const sides = { before: after, after: before, pathBefore: pathAfter, pathAfter: pathBefore };
  return { ...difference, sort: other, ...sides };
}

/** The difference without texts, for files with secrets. */
export function concealed(difference: Difference): Difference {
  const { place, sort, pathBefore, pathAfter, scales } = difference;
  const shown = sort === "added" || sort === "removed" || sort === "order" ? sort : "secret";
  return { place, sort: shown, pathBefore, pathAfter, scales };
}

/** Values under these words are denominators. */
export const scaleWords = { from: "from scale", to: "to scale" } as const;

const SAID: Readonly<Partial<Record<DifferenceSort, string>>> = {
  order: "is in another order",
  layout: "changes in white space only",
  secret: "(secret), changed",
};

/** Describes a difference without its place. */
export function differenceText(difference: Difference): string {
  const { sort, after, count } = difference;
  if (sort === "unexplained") return after ?? "differs";
  if (sort === "more") return `${count} more differences, which are not listed`;
  if (sort === "secret" && after !== undefined) return `(secret) → ${quoted(after)}`;
  return SAID[sort] ?? textsOf(difference);
}

function textsOf({ sort, place, before, after }: Difference): string {
  const isScale = [scaleWords.from, scaleWords.to].some((words) => words === place.at(-1));
  const said = isScale ? scaleText : quoted;
  if (sort === "added") return after === undefined ? "is added" : `is added: ${said(after)}`;
  if (sort === "removed")
    return before === undefined ? "is removed" : `is removed: ${said(before)}`;
  const [was, is] = around(flat(before), flat(after), limits.shownCharacters).map(said);
  return sort === "binding"
    ? `a prefix in it stands for ${is} instead of ${was}`
    : `${was} → ${is}`;
}

/** One line within the length limit; a long place is shortened. */
export function differenceLine(difference: Difference): string {
  const { place, sort } = difference;
  const what = differenceText(difference);
  if (place.length === 0) return what;
  const isWhole = sort === "added" || sort === "removed" || sort === "order";
  const rest = `${isWhole ? " " : ": "}${what}`;
  return `${placeText(place, limits.lineCharacters - rest.length)}${rest}`;
}

/** A place of at most `maximum` characters. */
export function placeText(place: readonly string[], maximum: number): string {
  const text = place.join(" › ").replaceAll(/\s+/g, " ");
  if (text.length <= maximum) return text;
  const half = Math.floor((maximum - 1) / 2);
  return `${startOf(text, half)}…${endOf(text, half)}`;
}

function scaleText(text: string | undefined): string {
  const denominator = Number(text);
  const isNumber = text !== undefined && text.trim() !== "" && Number.isFinite(denominator);
  return isNumber ? scaleName(denominator) : quoted(text);
}

function quoted(text: string | undefined): string {
  if (text === undefined) return "nothing";
  const { shownCharacters: most } = limits;
  return JSON.stringify(cut(flat(text) ?? "", 0, most));
}

function flat(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, " ");
}

/** Shortens texts to `most` characters around the first difference. */
function around(
  before: string | undefined,
  after: string | undefined,
  most: number,
): readonly [string | undefined, string | undefined] {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= most)
    return [before && cut(before, 0, most), after && cut(after, 0, most)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const start = same < most / 2 ? 0 : same - Math.floor(most / 4);
  return [cut(before, start, most), cut(after, start, most)];
}

/** Shortens the texts for storage. */
export function kept(
  before: string | undefined,
  after: string | undefined,
): Pick<Difference, "before" | "after"> {
  const [was, is] = around(before, after, limits.keptCharacters);
  return { before: was, after: is };
}

function cut(text: string, start: number, most: number): string {
  if (start === 0 && text.length <= most) return text;
  const from = start === 0 ? text : endOf(text, text.length - start);
  const room = most - (start === 0 ? 1 : 2);
  const piece = from.length <= room ? from : `${startOf(from, room)}…`;
  return start === 0 ? piece : `…${piece}`;
}

/** Does not split a surrogate pair. */
function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function endOf(text: string, length: number): string {
  return (length <= 0 ? "" : text.slice(-length)).replace(/^[\uDC00-\uDFFF]/, "");
}

/** Masks the passwords in addresses and connection strings. */
export function withoutPasswords(text: string): string {
  return text
    .replaceAll(/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, "$1(secret)@")
    .replaceAll(SECRET_PART, "$1(secret)")
    .replaceAll(SECRET_WORD, "$1(secret)");
}

/** Secret keys in the query of an address or in a connection string. */
const SECRET_PART =
  /((?:^|[?&;,\s])(?:passwd|password|pwd|pass|secret|token|api_?key|access_?key|authkey)=)[^&;,\s"'<>]+/gi;

/** A member or a word with its value, such as `"passwd": "x"`. */
const SECRET_WORD = /\b((?:passwd|password|pwd)["']?\s?:\s*["']?)[^\s&;,"'<>{}]+/gi;

/** Collects differences up to a limit, and counts the rest. */
export function openDifferences() {
  const found: Difference[] = [];
  let left = 0;
  return {
    add: (one: Difference): void => {
      if (found.length < limits.differences) found.push(one);
      else left++;
    },
    count: () => found.length + left,
    all: (): readonly Difference[] =>
      left === 0 ? found : [...found, { place: [], sort: "more", count: left }],
  };
}

export type Differences = ReturnType<typeof openDifferences>;
