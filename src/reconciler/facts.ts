/** Properties of objects as they are compared, and what a difference leads to. */

/** One comparable property; a list is a set. */
export type FactValue = string | number | boolean | null | readonly string[];

/** What is wanted or observed of one object: flat and canonical, ready for comparison. */
export type Facts = Readonly<Record<string, FactValue>>;

/**
 * What a difference in one fact leads to: an update in place, deletion and creation anew, or a
 * refusal because the object is something else altogether.
 */
export interface FieldRule {
  readonly onChange: "update" | "replace" | "refuse";
  /** How the plan names the property. */
  readonly label: string;
  /** It holds digests of the files that `files` gives. */
  readonly isOfFiles?: true;
  /** It holds fingerprints of secrets, or sealed digests: open ones fit what is known. */
  readonly isSealed?: true;
  /**
   * It is only remembered, and only what is wanted newly leads to a request: what is wanted no more is
   * no difference.
   */
  readonly gainsOnly?: true;
}
