/** Operations on cascaded stores and their layers. */
import { cascadedLayerDocuments } from "../../model/cascaded-layer.ts";
import { cascadedStoreDocuments, type CascadedService } from "../../model/cascaded-store.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { objects, reads, recurse, type Operations } from "./operation.ts";

const store: readonly CatalogErrorCode[] = [
  "store-workspace-missing",
  "store-exists",
  "expected-other",
];

const published: readonly CatalogErrorCode[] = ["resource-exists", "expected-other"];

const publish: readonly CatalogErrorCode[] = [...published, "store-missing", "field-missing"];

const listed = {
  list: "`configured` (default); the other server is not asked for those `available`",
};

function operationsOf(service: CascadedService) {
  const name = service.toUpperCase();
  const layer = {
    label: `cascaded ${name} layer`,
    documents: [cascadedLayerDocuments[service]],
    update: {
      query: { calculate: "Accepted; the other server is not asked" },
      refuses: ["not-found", ...published],
    },
    remove: { query: recurse, refuses: ["cascaded-in-use", "used-by-group"] },
  } as const;
  return {
    ...objects(`${service}-store`, {
      label: `cascaded ${name} store`,
      documents: [cascadedStoreDocuments[service]],
      list: reads(`List the cascaded ${name} stores of a workspace`),
      create: {
        summary: `Create a cascaded ${name} store, without a request to the other server`,
        refuses: store,
      },
      update: {
        summary: `Change a cascaded ${name} store, except its name and workspace`,
        refuses: ["not-found", "name-fixed"],
      },
      remove: { query: recurse, refuses: ["cascaded-not-empty"] },
    }),
    ...objects(`${service}-layer`, {
      ...layer,
      path: `${service}StoreLayer`,
      list: reads(`List the layers of a cascaded ${name} store`, {
        query: listed,
        refuses: ["cascade-unasked", "cascaded-store-missing", "list-unknown"],
      }),
      create: { summary: `Publish a layer of a cascaded ${name} store`, refuses: publish },
    }),
    ...objects(`${service}-layer`, {
      ...layer,
      list: reads(`List the cascaded ${name} layers of a workspace`),
      create: {
        summary: `Publish a cascaded ${name} layer of the store that the body names`,
        refuses: publish,
      },
    }),
  };
}

export const cascadedOperations: Operations = {
  ...operationsOf("wms"),
  ...operationsOf("wmts"),
};
