/** The data store document (docs/interface.md, 2.1). */
import { documentIn } from "./answered-document.ts";
import { dataStoreDocument, type DataStore, type DataStorePatch } from "../model/data-store.ts";
import type { DetailsChange } from "../model/details.ts";
import type { Dated } from "../model/schema.ts";
import { storeFlags } from "../model/store.ts";
import { fieldsIn, nameReference, parsePatch, renderNoun } from "./codec.ts";
import { dateFields } from "./date.ts";
import { neutralBody } from "./details.ts";
import type { DocumentNode, Fields, Rendering, RenderedDocument } from "./document.ts";
import { pathOf } from "./paths.ts";
import { type WireResponse } from "./request.ts";
import type { Tree } from "./tree.ts";

/** Renders a data store. */
export function renderDataStore(store: Dated<DataStore>, rendering: Rendering): RenderedDocument {
  const { name, workspace } = store;
  const path = pathOf("storeFeatureTypes", { workspace, store: name });
  const irregular: Fields = [
    ["workspace", workspaceReference(workspace)],
    ["featureTypes", { type: "link", path }],
    ...dateFields(store),
  ];
  const kept = { ...storeFlags, ...store.details };
  return renderNoun(dataStoreDocument, { noun: store, irregular, kept }, rendering);
}

export function workspaceReference(workspace: string): DocumentNode {
  return nameReference(workspace, pathOf("workspace", { workspace }));
}

/** Parses the content of a `dataStore` body. Throws WireError. */
export function parseDataStoreInput(
  tree: Tree,
): DataStorePatch & { readonly details: DetailsChange } {
  return parsePatch(dataStoreDocument, tree);
}

/** Parses a data store document. Throws WireError. */
export function parseDataStore(response: WireResponse): DataStorePatch {
  return fieldsIn(dataStoreDocument, neutralBody(documentIn(response).content));
}
