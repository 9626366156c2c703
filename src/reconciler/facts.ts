/** Properties of objects as they are compared, and what a difference leads to. */
import type { Exposure } from "../model/exposure.ts";

/** One comparable property; a list is a set. */
export type FactValue = string | number | boolean | null | readonly string[];

/** What is wanted or observed of one object: flat and canonical, ready for comparison. */
export type Facts = Readonly<Record<string, FactValue>>;

/** In what form a file says what counts of it; of `lines` all but how they end does. */
export type FileMeaning = "xml" | "properties" | "lines" | "values";

/** Files whose lines count, by the ends of their names: checkouts of one commit end them in other ways. */
export const lineFiles = { css: "lines", ftl: "lines" } as const;

/**
 * What a difference in one fact leads to: an update in place, deletion and recreation, or a
 * refusal because the object is something else altogether.
 */
export interface FieldRule {
  readonly onChange: "update" | "replace" | "refuse";
  /**
   * What plans call it, where that is not its own name: its path in the spec, such as `links.metadata`. What no field
   * of a spec says, because it follows from files or from the server, has words.
   */
  readonly label?: string;
  /** It holds digests of the files that `files` gives. */
  readonly isOfFiles?: true;
  /**
   * What counts of those files where not only their bytes do, by the ends of their names in lower case: of XML what it
   * means, of properties keys and values.
   */
  readonly meaning?: Readonly<Record<string, FileMeaning>>;
  /** It holds fingerprints of secrets, or sealed digests: open ones fit what is known. */
  readonly isSealed?: true;
  /**
   * It is only remembered, and only what is wanted newly leads to a request: what is wanted no more is
   * no difference.
   */
  readonly gainsOnly?: true;
  /** What its values show or hide; absent where nobody sees a change of it. */
  readonly exposure?: Exposure;
}

/** What plans call some fields, each once, in their order and joined. */
export function namesText(
  fields: readonly string[],
  rules: Readonly<Record<string, FieldRule>>,
): string {
  return labelsText(fields.map((field) => ({ label: rules[field]?.label ?? field })));
}

/** The same of fields that differ. */
export function labelsText(fields: readonly { readonly label: string }[]): string {
  return [...new Set(fields.map(({ label }) => label))].join(", ");
}

/** Whether two values of one property are equal; lists are sets. */
export function sameFact(a: FactValue | undefined, b: FactValue | undefined): boolean {
  if (!isSet(a) || !isSet(b)) return a === b;
  const members = new Set(b);
  return new Set(a).size === members.size && a.every((member) => members.has(member));
}

/** Whether a value is a set. */
export function isSet(value: FactValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}
