/** The coverage store document (docs/compatibility.md, "Coverage stores and coverages"). */
import {
  coverageStoreDocument,
  type CoverageStore,
  type CoverageStorePatch,
} from "../model/coverage-store.ts";
import type { DetailsChange } from "../model/details.ts";
import type { Dated } from "../model/schema.ts";
import { storeFlags } from "../model/store.ts";
import { parsePatch, renderNoun } from "./codec.ts";
import { workspaceReference } from "./data-store.ts";
import { dateFields } from "./date.ts";
import { value, type Fields, type Rendering, type RenderedDocument } from "./document.ts";
import { pathOf } from "./paths.ts";
import type { Tree } from "./tree.ts";

/** Renders a coverage store. */
export function renderCoverageStore(
  store: Dated<CoverageStore>,
  rendering: Rendering & {
    /** False for the response to an upload, where GeoServer writes no links. */
    readonly isLinked?: boolean;
  },
): RenderedDocument {
  const { name, workspace } = store;
  const path = pathOf("storeCoverages", { workspace, store: name });
  const linked: Fields = [
    ["workspace", workspaceReference(workspace)],
    ["coverages", { type: "link", path }],
  ];
  const unlinked: Fields = [
    ["workspace", { type: "object", fields: [["name", value(workspace)]] }],
  ];
  const { isLinked = true } = rendering;
  const irregular = [...(isLinked ? linked : unlinked), ...dateFields(store)];
  const kept = { ...storeFlags, ...store.details };
  return renderNoun(coverageStoreDocument, { noun: store, irregular, kept }, rendering);
}

/** Parses the content of a `coverageStore` body. Throws WireError. */
export function parseCoverageStoreInput(
  tree: Tree,
): CoverageStorePatch & { readonly details: DetailsChange } {
  return parsePatch(coverageStoreDocument, tree);
}
