/** One difference of two contents, as data and as a line for people. Passwords are in neither. */
import { compare as limits } from "../model/limits.ts";

/**
 * What became of the place. order: its parts are the same, one after the other in another order. layout: in white
 * space or spelling only. secret: it holds what nobody may see. binding: a prefix in it stands for another namespace;
 * `before` and `after` are those. unexplained: nobody can say where; `after` says what differs. more: `count` others
 * are not listed.
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

/** One difference: where, from the outside in, and what. */
export interface Difference {
  readonly place: readonly string[];
  readonly sort: DifferenceSort;
  /** The texts of both sides, where the place is one text; undefined where there is none. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Where that is in each document, in the manner of XPath without prefixes; undefined where it is not. */
  readonly pathBefore?: string | undefined;
  readonly pathAfter?: string | undefined;
  readonly count?: number;
  /** Scales at which what is there is drawn; undefined where it has none of its own. */
  readonly scales?: ScaleRange | undefined;
}

/** Denominators of scales, from the largest scale to the smallest; `to` is undefined where there is no end. */
export interface ScaleRange {
  readonly from: number;
  readonly to: number | undefined;
}

/** The scales of both and what is between them. */
export function widerRange(one: ScaleRange, other: ScaleRange): ScaleRange {
  const isEndless = one.to === undefined || other.to === undefined;
  return {
    from: Math.min(one.from, other.from),
    to: isEndless ? undefined : Math.max(one.to, other.to),
  };
}

/** A denominator as people write a scale, such as 1:50,000. */
export function scaleName(denominator: number): string {
  return `1:${denominator.toLocaleString("en-US")}`;
}

/** The same, seen from the other side. */
export function reversed(difference: Difference): Difference {
  const { sort, before, after, pathBefore, pathAfter } = difference;
  if (sort === "unexplained" || sort === "more") return difference;
  const turned = { added: "removed", removed: "added" } as const;
  const other = sort === "added" || sort === "removed" ? turned[sort] : sort;
  const sides = { before: after, after: before, pathBefore: pathAfter, pathAfter: pathBefore };
  return { ...difference, sort: other, ...sides };
}

/** The same without texts: of a file that holds secrets only places are shown. */
export function concealed(difference: Difference): Difference {
  const { place, sort, pathBefore, pathAfter, scales } = difference;
  const shown = sort === "added" || sort === "removed" || sort === "order" ? sort : "secret";
  return { place, sort: shown, pathBefore, pathAfter, scales };
}

/** Where a rule begins and ends to draw, in words: the values there are denominators of scales. */
export const scaleWords = { from: "from scale", to: "to scale" } as const;

/** What is said of differences that have no texts. */
const SAID: Readonly<Partial<Record<DifferenceSort, string>>> = {
  order: "is in another order",
  layout: "changes in white space only",
  secret: "(secret), changed",
};

/** What a difference is, without its place. */
export function differenceText(difference: Difference): string {
  const { sort, after, count } = difference;
  if (sort === "unexplained") return after ?? "differs";
  if (sort === "more") return `${count} more differences, which are not listed`;
  if (sort === "secret" && after !== undefined) return `(secret) → ${quoted(after)}`;
  return SAID[sort] ?? textsOf(difference);
}

/** A difference that has texts. */
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

/** The whole as one line, no longer than the bound: of a long place the middle is left out. */
export function differenceLine(difference: Difference): string {
  const { place, sort } = difference;
  const what = differenceText(difference);
  if (place.length === 0) return what;
  const isWhole = sort === "added" || sort === "removed" || sort === "order";
  const rest = `${isWhole ? " " : ": "}${what}`;
  return `${placeText(place, limits.lineCharacters - rest.length)}${rest}`;
}

/** A place as a text of at most so many characters. */
export function placeText(place: readonly string[], maximum: number): string {
  const text = place.join(" › ").replaceAll(/\s+/g, " ");
  if (text.length <= maximum) return text;
  const half = Math.floor((maximum - 1) / 2);
  return `${startOf(text, half)}…${endOf(text, half)}`;
}

/** A denominator as a scale, such as 1:50,000. */
function scaleText(text: string | undefined): string {
  const denominator = Number(text);
  const isNumber = text !== undefined && text.trim() !== "" && Number.isFinite(denominator);
  return isNumber ? scaleName(denominator) : quoted(text);
}

/** A text in quotes, or what stands for none. */
function quoted(text: string | undefined): string {
  if (text === undefined) return "nothing";
  const { shownCharacters: most } = limits;
  return JSON.stringify(cut(flat(text) ?? "", 0, most));
}

function flat(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, " ");
}

/** Two texts, of long ones no more than so many characters around the first that differs. */
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

/** Texts of a difference as far as they are kept. */
export function kept(
  before: string | undefined,
  after: string | undefined,
): Pick<Difference, "before" | "after"> {
  const [was, is] = around(before, after, limits.keptCharacters);
  return { before: was, after: is };
}

/** A piece of a text, with signs for what is left out of it. */
function cut(text: string, start: number, most: number): string {
  if (start === 0 && text.length <= most) return text;
  const from = start === 0 ? text : endOf(text, text.length - start);
  const room = most - (start === 0 ? 1 : 2);
  const piece = from.length <= room ? from : `${startOf(from, room)}…`;
  return start === 0 ? piece : `…${piece}`;
}

/** The first characters, without half of one that takes two places. */
function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function endOf(text: string, length: number): string {
  return (length <= 0 ? "" : text.slice(-length)).replace(/^[\uDC00-\uDFFF]/, "");
}

/** A text without the passwords in its addresses and connections. */
export function withoutPasswords(text: string): string {
  return text
    .replaceAll(/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, "$1(secret)@")
    .replaceAll(SECRET_PART, "$1(secret)");
}

/** A key that holds a secret, in the query of an address or a connection, with what follows it. */
const SECRET_PART =
  /((?:^|[?&;,\s])(?:passwd|password|pwd|pass|secret|token|api_?key|access_?key|authkey)=)[^&;,\s"'<>]+/gi;

/** Differences within the bound; of more there is the number. */
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

/** Where differences are collected. */
export type Differences = ReturnType<typeof openDifferences>;
