/** The feature type document, as far as it is known without opening sources. */
import { featureTypeDocument, featureTypeUsual } from "../model/feature-type.ts";
import type { Published } from "../model/published.ts";
import { renderNoun } from "./codec.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { publishedReferences } from "./published.ts";

/** GeoServer writes `encodeMeasures` as false once there is a `modified`. Deviation: flags-told. */
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
