/** Feature types. */
import type { Details } from "./details.ts";
import { names, type NounDocument } from "./fields.ts";
import { publishedFields, publishedUsual, type Published } from "./published.ts";

/** Its document. */
export const featureTypeDocument: NounDocument<Published> = {
  root: "featureType",
  fields: publishedFields,
  elements: names(
    `name nativeName namespace title description abstract keywords metadataLinks dataLinks nativeCRS
     srs nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised metadata store
     serviceConfiguration simpleConversionEnabled maxFeatures numDecimals padWithZeros forcedDecimal
     overridingServiceSRS skipNumberMatched circularArcPresent attributes`,
  ),
  written: [],
};

/** What else it says where nobody said otherwise. */
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

/** The fields of a type that a server publishes by itself (docs/compatibility.md, "Feature types"). */
export function automaticDetails(name: string): Details {
  return { keywords: { string: ["features", name] }, projectionPolicy: "NONE" };
}
