/** Coverages (docs/compatibility.md, "Coverage stores and coverages"). */
import { names, type NounDocument } from "./fields.ts";
import { publishedFields, type Published } from "./published.ts";

/** Its document. */
export const coverageDocument: NounDocument<Published> = {
  root: "coverage",
  fields: publishedFields,
  elements: names(
    `name nativeName namespace title description abstract keywords metadataLinks nativeCRS srs
     nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised metadata store
     serviceConfiguration simpleConversionEnabled nativeFormat grid supportedFormats
     interpolationMethods defaultInterpolationMethod dimensions requestSRS responseSRS parameters
     nativeCoverageName`,
  ),
  written: [],
};
