/** Coverages (docs/compatibility.md, "Coverage stores and coverages"). */
import { type NounDocument, elementsOf, names } from "./schema.ts";
import { wcs } from "./published-parts.ts";
import { publishedElements, publishedFields, type Published } from "./published.ts";

/** The document of a coverage. */
export const coverageDocument: NounDocument<Published> = {
  root: "coverage",
  fields: publishedFields,
  elements: new Set([
    ...publishedElements.first,
    ...publishedElements.next,
    ...names(
      `nativeFormat grid supportedFormats interpolationMethods defaultInterpolationMethod dimensions
       requestSRS responseSRS parameters nativeCoverageName`,
    ),
    ...elementsOf(wcs.parts),
  ]),
  written: [],
};
