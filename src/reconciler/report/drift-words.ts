/** What drift found of an object, in words. Pure. */
import { labelsText } from "../kind.ts";
import type { DriftDocument } from "./documents.ts";

/** A sign and a word for it, and what it says behind the address. */
export interface DriftWords {
  readonly symbol: string;
  readonly word: string;
  readonly message: string;
}

/** Words for something that is gone, that came by itself, or that is not as it was applied. */
export function driftWords({
  gone,
  fields,
}: Pick<DriftDocument["drifted"][number], "gone" | "fields">): DriftWords {
  if (gone) return { symbol: "-", word: "gone", message: "is gone" };
  if (fields.length === 0)
    return { symbol: "+", word: "added", message: "is there, and nobody declares it" };
  return { symbol: "~", word: "changed", message: `changed: ${labelsText(fields)}` };
}
