/** The documents of cascaded stores (docs/compatibility.md, "Cascaded stores and layers"). */
import {
  cascadedStoreDocuments,
  type CascadedService,
  type CascadedStore,
  type CascadedStorePatch,
} from "../model/cascaded-store.ts";
import type { Detail, Details, DetailsChange } from "../model/details.ts";
import type { Dated } from "../model/schema.ts";
import { storeFlags } from "../model/store.ts";
import { parsePatch, renderNoun } from "./codec.ts";
import { workspaceReference } from "./data-store.ts";
import { dateFields } from "./date.ts";
import type { Fields, Rendering, RenderedDocument } from "./document.ts";
import { pathOf } from "./paths.ts";
import { asList, member, memberText, type Tree } from "./tree.ts";

/** Renders a cascaded store. */
export function renderCascadedStore(
  service: CascadedService,
  store: Dated<CascadedStore>,
  rendering: Rendering,
): RenderedDocument {
  const { name, workspace, modified } = store;
  const place = { workspace, store: name };
  const layers = {
    wms: ["wmslayers", { type: "link", path: pathOf("wmsStoreLayers", place) }],
    wmts: ["layers", { type: "link", path: pathOf("wmtsStoreLayers", place) }],
  } as const;
  const irregular: Fields = [
    ["workspace", workspaceReference(workspace)],
    layers[service],
    ...dateFields(store),
  ];
  const isFilledIn = rendering.lists === "stock" && modified !== null;
  const details = isFilledIn ? withPooling(store.details ?? {}) : store.details;
  const kept = { ...storeFlags, ...details };
  return renderNoun(cascadedStoreDocuments[service], { noun: store, irregular, kept }, rendering);
}

const POOLING = "useConnectionPooling";

/** GeoServer writes `useConnectionPooling` from the first change on. */
function withPooling(details: Details): Details {
  const entries = asList(member(details["metadata"], "entry")) as readonly Detail[];
  if (entries.some((entry) => memberText(entry, "@key") === POOLING)) return details;
  const pooling = { "@key": POOLING, $: "true" };
  return {
    ...details,
    metadata: { entry: entries.length === 0 ? pooling : [...entries, pooling] },
  };
}

/** Parses a body. Throws WireError. */
export function parseCascadedStoreInput(
  service: CascadedService,
  tree: Tree,
): CascadedStorePatch & { readonly details: DetailsChange } {
  return parsePatch(cascadedStoreDocuments[service], tree);
}
