/** Documents of cascaded layers, as far as they are known without the remote server. */
import { cascadedLayerDocuments, cascadedLayerUsual } from "../model/cascaded-layer.ts";
import type { CascadedService } from "../model/cascaded-store.ts";
import type { Details, DetailsChange } from "../model/details.ts";
import type { Published, PublishedPatch } from "../model/published.ts";
import { parsePatch, renderNoun } from "./codec.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { publishedReferences } from "./published.ts";
import type { Tree } from "./tree.ts";

/** GeoServer writes `advertised` once `modified` is not null. Deviation: flags-told. */
export function renderCascadedLayer(
  service: CascadedService,
  layer: Published & { readonly modified?: string | null },
  rendering: Rendering,
): RenderedDocument {
  const all = cascadedLayerUsual[service];
  const { advertised: _unsaid, ...others } = all;
  const isNew = rendering.lists === "stock" && layer.modified === null;
  const usual: Details = isNew ? others : all;
  const irregular = publishedReferences(layer, `${service}Store`);
  const kept = { ...usual, ...layer.details };
  return renderNoun(cascadedLayerDocuments[service], { noun: layer, irregular, kept }, rendering);
}

/** Parses a body. Throws WireError. */
export function parseCascadedLayerInput(
  service: CascadedService,
  tree: Tree,
): PublishedPatch & { readonly details: DetailsChange } {
  return parsePatch(cascadedLayerDocuments[service], tree);
}
