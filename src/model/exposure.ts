/**
 * What field changes reveal or hide of rows, columns, services and layers. Field tables declare it;
 * it orders plans (docs/opinions.md, "What is never shown in between").
 */

/** How a field's value determines what is visible. */
export type Exposure =
  /** Every change shows something different, such as another source. */
  | "other"
  /** A flag that shows something while set. */
  | "shows"
  /** A flag that hides something while set. */
  | "hides"
  /** Each list member shows something. */
  | "showing"
  /** Each list member hides something. */
  | "hiding"
  /** A filter text; an empty one hides nothing. */
  | "condition"
  /** Columns as `name` or `name: …`; an empty list means all. */
  | "columns"
  /** Values, by how much they show, least first. */
  | readonly string[];

/** Narrowing hides, widening shows; a change can do both. */
export interface Effect {
  readonly narrows: boolean;
  readonly widens: boolean;
}

type Value = string | number | boolean | null | readonly string[] | undefined;

/** No visible effect. */
export const NO_EFFECT: Effect = { narrows: false, widens: false };
/** Only hides. */
export const NARROWS: Effect = { narrows: true, widens: false };
/** Only shows. */
export const WIDENS: Effect = { narrows: false, widens: true };
/** Shows something different. */
export const SHOWS_OTHER: Effect = { narrows: true, widens: true };

/** Combines changes. */
export function together(effects: Iterable<Effect>): Effect {
  let [narrows, widens] = [false, false];
  for (const one of effects) {
    narrows ||= one.narrows;
    widens ||= one.widens;
  }
  return { narrows, widens };
}

/**
 * The effect of a change. Undefined is unset, with an unknown default: setting a flag that shows
 * widens, unsetting it narrows.
 */
export function effectOf(exposure: Exposure | undefined, before: Value, after: Value): Effect {
  if (exposure === undefined) return NO_EFFECT;
  if (typeof exposure !== "string") return ofRanks(exposure, before, after);
  return effects[exposure](before, after);
}

const effects: Readonly<Record<Exposure & string, (before: Value, after: Value) => Effect>> = {
  other: () => SHOWS_OTHER,
  shows: ofFlag,
  hides: (before, after) => ofFlag(after, before),
  showing: (before, after) => ofMembers(listOf(before), listOf(after)),
  hiding: (before, after) => ofMembers(listOf(after), listOf(before)),
  condition: (before, after) => ({ narrows: isText(after), widens: isText(before) }),
  columns: (before, after) => ofColumns(listOf(before), listOf(after)),
};

function ofFlag(before: Value, after: Value): Effect {
  return {
    narrows: after === false || before === true,
    widens: after === true || before === false,
  };
}

function ofMembers(before: readonly string[], after: readonly string[]): Effect {
  const [was, is] = [new Set(before), new Set(after)];
  return { narrows: !was.isSubsetOf(is), widens: !is.isSubsetOf(was) };
}

function ofRanks(ranks: readonly string[], before: Value, after: Value): Effect {
  const [was, is] = [before, after].map((value) => ranks.indexOf(String(value)));
  if (was === undefined || is === undefined || was < 0 || is < 0) return SHOWS_OTHER;
  return { narrows: is < was, widens: is > was };
}

function ofColumns(before: readonly string[], after: readonly string[]): Effect {
  if (before.length === 0) return { narrows: after.length > 0, widens: false };
  if (after.length === 0) return WIDENS;
  const nameIn = (text: string) => text.split(": ", 1)[0] ?? "";
  const was = new Map(before.map((text) => [nameIn(text), text]));
  const computed = after.some((text) => was.has(nameIn(text)) && was.get(nameIn(text)) !== text);
  return together([
    ofMembers([...was.keys()], after.map(nameIn)),
    computed ? SHOWS_OTHER : NO_EFFECT,
  ]);
}

function isText(value: Value): boolean {
  return value !== undefined && value !== "" && value !== null;
}

function listOf(value: Value): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/**
 * A part of what a server shows; absent dimensions mean all. A store means all its layers; layers
 * outside of stores have `""`.
 */
export interface Scope {
  readonly workspace?: Some;
  readonly layer?: Some;
  readonly store?: Some;
  readonly service?: Some;
  /** Read, write or administer. */
  readonly mode?: Some;
  /** Maps and features, REST documents, or remote requests of the server. */
  readonly door?: "maps" | "rest" | "remote";
}

/** A name, or all but these. */
export type Some = string | ReadonlySet<string>;

/** An effect limited to a part of what is shown. */
export interface ScopedEffect extends Effect {
  readonly scope: Scope;
}

const DIMENSIONS = ["workspace", "layer", "store", "service", "mode", "door"] as const;

/** Whether two scopes intersect. */
export function overlaps(one: Scope, other: Scope): boolean {
  return DIMENSIONS.every((name) => meets(one[name], other[name]));
}

function meets(one: Some | undefined, other: Some | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  if (typeof one === "string") return typeof other === "string" ? one === other : !other.has(one);
  return typeof other !== "string" || !one.has(other);
}
