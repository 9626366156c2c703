/** The feature type document, as far as a catalog that opens no sources can know it. */
import { featureTypeDocument, featureTypeUsual } from "../model/feature-type.ts";
import type { Published } from "../model/published.ts";
import { renderNoun } from "./codec.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { publishedReferences } from "./published.ts";

/** Renders the document. Deviation: flags-told. */
export function renderFeatureType(type: Published, rendering: Rendering): RenderedDocument {
  const irregular = publishedReferences(type, "dataStore");
  const kept = { ...featureTypeUsual, ...type.details };
  return renderNoun(featureTypeDocument, { noun: type, irregular, kept }, rendering);
}
