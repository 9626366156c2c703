/** The feature type document, as far as a catalog that opens no sources can know it. */
import { featureTypeDocument, featureTypeUsual } from "../model/feature-type.ts";
import type { Published } from "../model/published.ts";
import { renderNoun } from "./codec.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { publishedReferences } from "./published.ts";

/**
 * Renders the document; `modified` is null where nobody has changed it since it was made. A stock server
 * says whether measures are encoded from the first change on. Deviation: flags-told.
 */
export function renderFeatureType(
  type: Published & { readonly modified?: string | null },
  rendering: Rendering,
): RenderedDocument {
  const isChanged = rendering.lists === "stock" && typeof type.modified === "string";
  const irregular = publishedReferences(type, "dataStore");
  const usual = isChanged ? { ...featureTypeUsual, encodeMeasures: false } : featureTypeUsual;
  const kept = { ...usual, ...type.details };
  return renderNoun(featureTypeDocument, { noun: type, irregular, kept }, rendering);
}
