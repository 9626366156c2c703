/** Every regular noun. Adding one: a file beside this one, and a line here. */
import type { RegularNoun, RegularObject } from "./regular-noun.ts";
import { urlCheck } from "./url-check.ts";

const nouns = {
  "url-check": urlCheck,
} as const;

type Nouns = typeof nouns;

/** Name of the records of a regular noun. */
export type RegularRecord = keyof Nouns;

/** Element of one in lists, for all of them: names of paths follow from it. */
export type RegularMember = Nouns[RegularRecord]["member"];

/** First segments of their paths. */
export type RegularSegment = Nouns[RegularRecord]["segment"];

type NounOf<One> = One extends RegularNoun<infer Noun> ? Noun : never;

/** What the catalog remembers of each; the name is the key. */
export type RegularValues = {
  readonly [Name in RegularRecord]: Omit<NounOf<Nouns[Name]>, "name">;
};

/** A regular noun without its own type: what follows its table asks for no field by name. */
export type AnyRegularNoun = RegularNoun<RegularObject, RegularMember, RegularSegment> & {
  readonly record: RegularRecord;
};

/** All of them. */
export const regularNouns: readonly AnyRegularNoun[] = Object.entries(nouns).map(
  ([record, noun]) => ({ ...noun, record }) as unknown as AnyRegularNoun,
);

/** Something for each record of theirs. */
export function byRegularRecord<Value>(
  of: (noun: AnyRegularNoun) => Value,
): Readonly<Record<RegularRecord, Value>> {
  return Object.fromEntries(regularNouns.map((noun) => [noun.record, of(noun)])) as Record<
    RegularRecord,
    Value
  >;
}
