/** The feature type document, as far as a catalog that opens no sources can know it. */
import { names } from "../model/fields.ts";
import type { Details } from "../model/details.ts";
import { arranged } from "./details.ts";
import { renderDocument, type Rendering, type RenderedDocument } from "./document.ts";
import { publishedFields, publishedFlags, type PublishedDocument } from "./published.ts";

/** Elements that the document of a feature type may hold, in its order; what else was kept comes after them. */
export const FEATURE_TYPE_ELEMENTS = names(
  `name nativeName namespace title description abstract keywords metadataLinks dataLinks nativeCRS
   srs nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised metadata store
   serviceConfiguration simpleConversionEnabled maxFeatures numDecimals padWithZeros forcedDecimal
   overridingServiceSRS skipNumberMatched circularArcPresent attributes`,
);

const FLAGS: Details = {
  ...publishedFlags,
  maxFeatures: 0,
  numDecimals: 0,
  padWithZeros: false,
  forcedDecimal: false,
  overridingServiceSRS: false,
  skipNumberMatched: false,
  circularArcPresent: false,
};

/** Renders the document. */
export function renderFeatureType(type: PublishedDocument, rendering: Rendering): RenderedDocument {
  const own = publishedFields(type, "dataStore");
  const shown = { ...FLAGS, ...type.details };
  return renderDocument("featureType", arranged(FEATURE_TYPE_ELEMENTS, own, shown), rendering);
}
