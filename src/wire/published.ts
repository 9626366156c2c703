/** What the documents of feature types and coverages have in common. */
import type { DetailsChange } from "../model/details.ts";
import { featureTypeDocument } from "../model/feature-type.ts";
import { qualifiedName } from "../model/layer.ts";
import type { Published, PublishedPatch } from "../model/published.ts";
import { nameReference, parsePatch } from "./codec.ts";
import type { Fields } from "./document.ts";
import { pathOf } from "./paths.ts";
import type { Tree } from "./tree.ts";

/** Roots of the documents of stores. */
type StoreRoot = "dataStore" | "coverageStore" | "wmsStore" | "wmtsStore";

/** What either refers to; `storeClass` is the noun of the store. */
export function publishedReferences(
  { workspace, store }: Published,
  storeClass: StoreRoot,
): Fields {
  const path = pathOf(storeClass, { workspace, store });
  return [
    ["namespace", nameReference(workspace, pathOf("namespace", { namespace: workspace }))],
    ["store", nameReference(qualifiedName(workspace, store), path, storeClass)],
  ];
}

/** Reads the content of a `featureType` or `coverage` body: both have the same fields. Throws WireError. */
export function parsePublishedInput(
  tree: Tree,
): PublishedPatch & { readonly details: DetailsChange } {
  return parsePatch(featureTypeDocument, tree);
}
