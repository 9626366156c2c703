/** Feature types. */
import type { Details } from "./details.ts";
import { type NounDocument, elementsOf } from "./schema.ts";
import { wfs } from "./published-parts.ts";
import { publishedElements, publishedFields, publishedUsual, type Published } from "./published.ts";

/** The document of a feature type. */
export const featureTypeDocument: NounDocument<Published> = {
  root: "featureType",
  fields: publishedFields,
  elements: new Set([
    ...publishedElements.first,
    ...publishedElements.next,
    "cqlFilter",
    ...elementsOf(wfs.parts),
    "attributes",
  ]),
  written: [],
};

/** Default details. */
export const featureTypeUsual: Details = {
  ...publishedUsual,
  maxFeatures: 0,
  numDecimals: 0,
  padWithZeros: false,
  forcedDecimal: false,
  overridingServiceSRS: false,
  skipNumberMatched: false,
  circularArcPresent: false,
};

/** Details of automatically published feature types (docs/compatibility.md, "Feature types"). */
export function automaticDetails(name: string): Details {
  return { keywords: { string: ["features", name] }, projectionPolicy: "NONE" };
}
