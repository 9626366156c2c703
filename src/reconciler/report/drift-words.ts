/** The words for a drifted object. Pure. */
import { labelsText } from "../kind.ts";
import type { DriftDocument } from "./documents.ts";

export interface DriftWords {
  readonly symbol: string;
  readonly word: string;
  readonly message: string;
}

/**
 * The words for an object that is gone, was added outside of Plumbline (no fields), or was changed.
 */
export function driftWords({
  gone,
  fields,
}: Pick<DriftDocument["drifted"][number], "gone" | "fields">): DriftWords {
  if (gone) return { symbol: "-", word: "gone", message: "is gone" };
  if (fields.length === 0)
    return { symbol: "+", word: "added", message: "is there, and nobody declares it" };
  return { symbol: "~", word: "changed", message: `changed: ${labelsText(fields)}` };
}
