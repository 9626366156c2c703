/** All regular nouns. To add one, add a file and a line here. */
import type { RegularNoun, RegularObject } from "./regular-noun.ts";
import { urlCheck } from "./url-check.ts";

const nouns = {
  "url-check": urlCheck,
} as const;

type Nouns = typeof nouns;

/** Record name of a regular noun. */
export type RegularRecord = keyof Nouns;

/** List element of a regular noun; path names follow from it. */
export type RegularMember = Nouns[RegularRecord]["member"];

/** First path segment of a regular noun. */
export type RegularSegment = Nouns[RegularRecord]["segment"];

type NounOf<One> = One extends RegularNoun<infer Noun> ? Noun : never;

/** Stored values by record; the name is the key. */
export type RegularValues = {
  readonly [Name in RegularRecord]: Omit<NounOf<Nouns[Name]>, "name">;
};

/** For generic code. */
export type AnyRegularNoun = RegularNoun<RegularObject, RegularMember, RegularSegment> & {
  readonly record: RegularRecord;
};

/** All regular nouns. */
export const regularNouns: readonly AnyRegularNoun[] = Object.entries(nouns).map(
  ([record, noun]) => ({ ...noun, record }) as unknown as AnyRegularNoun,
);

/** A value for each record. */
export function byRegularRecord<Value>(
  of: (noun: AnyRegularNoun) => Value,
): Readonly<Record<RegularRecord, Value>> {
  return Object.fromEntries(regularNouns.map((noun) => [noun.record, of(noun)])) as Record<
    RegularRecord,
    Value
  >;
}
