/**
 * What a change of a field lets people see: the tables of fields say it of each field, and the order of a plan follows
 * it (docs/opinions.md, "What is never shown in between"). Nothing is said of fields that neither show nor hide rows, columns, services or layers.
 */

/** How the value of a field decides over what is seen. */
export type Exposure =
  /** Any other value shows something else: other data, another source. */
  | "other"
  /** A flag that shows something while it is set. */
  | "shows"
  /** A flag that hides something while it is set. */
  | "hides"
  /** Each member of a list shows something. */
  | "showing"
  /** Each member of a list hides something. */
  | "hiding"
  /** A text that hides what it does not admit; an empty one hides nothing. */
  | "condition"
  /** Columns as texts, `name` or `name: …`; all of them where the list is empty. */
  | "columns"
  /** Values from the one that shows least to the one that shows most. */
  | readonly string[];

/** What a change does: it may hide something, show something, both or neither. */
export interface Effect {
  readonly narrows: boolean;
  readonly widens: boolean;
}

type Value = string | number | boolean | null | readonly string[] | undefined;

/** A change that is seen by nobody. */
export const NO_EFFECT: Effect = { narrows: false, widens: false };
/** Only hides. */
export const NARROWS: Effect = { narrows: true, widens: false };
/** Only shows. */
export const WIDENS: Effect = { narrows: false, widens: true };
/** Shows something else than before. */
export const SHOWS_OTHER: Effect = { narrows: true, widens: true };

/** Several changes as one. */
export function together(effects: Iterable<Effect>): Effect {
  let [narrows, widens] = [false, false];
  for (const one of effects) {
    narrows ||= one.narrows;
    widens ||= one.widens;
  }
  return { narrows, widens };
}

/**
 * What the change of a value does. Undefined is a value that nobody set: something else decides then, so
 * a flag that comes to show something shows it, and one that goes hides it.
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
 * A part of what a server shows. Each dimension is one name, or all names but some; absent, it is all of it. Of a
 * store all layers are meant that it publishes; layers outside of stores have `""`.
 */
export interface Scope {
  readonly workspace?: Some;
  readonly layer?: Some;
  readonly store?: Some;
  readonly service?: Some;
  /** Reading, writing or administering. */
  readonly mode?: Some;
  /** Maps and features, documents of the interface, or addresses that the server asks for others. */
  readonly door?: "maps" | "rest" | "remote";
}

/** A name, or all but these. */
export type Some = string | ReadonlySet<string>;

/** What a change does to a part of what is shown. */
export interface ScopedEffect extends Effect {
  readonly scope: Scope;
}

const DIMENSIONS = ["workspace", "layer", "store", "service", "mode", "door"] as const;

/** Whether two parts have anything in common. */
export function overlaps(one: Scope, other: Scope): boolean {
  return DIMENSIONS.every((name) => meets(one[name], other[name]));
}

function meets(one: Some | undefined, other: Some | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  if (typeof one === "string") return typeof other === "string" ? one === other : !other.has(one);
  return typeof other !== "string" || !one.has(other);
}
