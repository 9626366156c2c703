/** Comparable properties of objects, and what a difference leads to. */
import type { Exposure } from "../model/exposure.ts";

/** One comparable property; a list is a set. */
export type FactValue = string | number | boolean | null | readonly string[];

/** Wanted or observed properties of one object: flat and canonical. */
export type Facts = Readonly<Record<string, FactValue>>;

/** How a file is compared by meaning; `lines` ignores only line endings. */
export type FileMeaning = "xml" | "properties" | "lines" | "values";

/** By name ending: checkouts of one commit can have different line endings. */
export const lineFiles = { css: "lines", ftl: "lines" } as const;

/**
 * The effect of a difference in one fact: an update in place, deletion and recreation, or a refusal
 * because it is a different object.
 */
export interface FieldRule {
  readonly onChange: "update" | "replace" | "refuse";
  /**
   * The name in plans: the path in the spec, such as `links.metadata`, or words for what follows
   * from files or the server.
   */
  readonly label?: string;
  /** It holds digests of the files that `files` returns. */
  readonly isOfFiles?: true;
  /**
   * How files are compared, by lower-case name ending: XML by meaning, properties by keys and
   * values.
   */
  readonly meaning?: Readonly<Record<string, FileMeaning>>;
  /** Holds fingerprints of secrets or sealed digests; unsealed values match known secrets. */
  readonly isSealed?: true;
  /** Only newly wanted members are a difference; the value is only recorded. */
  readonly gainsOnly?: true;
  /** What its values show or hide; absent where users see no change. */
  readonly exposure?: Exposure;
}

/** Distinct labels of fields, in order, joined. */
export function namesText(
  fields: readonly string[],
  rules: Readonly<Record<string, FieldRule>>,
): string {
  return labelsText(fields.map((field) => ({ label: rules[field]?.label ?? field })));
}

/** Distinct labels of differing fields, joined. */
export function labelsText(fields: readonly { readonly label: string }[]): string {
  return [...new Set(fields.map(({ label }) => label))].join(", ");
}

export function sameFact(a: FactValue | undefined, b: FactValue | undefined): boolean {
  if (!isSet(a) || !isSet(b)) return a === b;
  const members = new Set(b);
  return new Set(a).size === members.size && a.every((member) => members.has(member));
}

export function isSet(value: FactValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** The set of this name; empty when the fact is unknown. */
export function setIn(facts: Facts | undefined, name: string): readonly string[] {
  const value = facts?.[name];
  return isSet(value) ? value : [];
}
