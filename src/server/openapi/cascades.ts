/** Operations on cascaded stores and their layers. */
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { creates, reads, recurse, removes, updates, type Operations } from "./operation.ts";

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

function storesOf(service: string) {
  return {
    GET: reads(`List the cascaded ${service} stores of a workspace`),
    POST: creates(`Create a cascaded ${service} store; the other server is not asked`, {
      refuses: store,
    }),
  };
}

function storeOf(service: string) {
  return {
    GET: reads(`Read a cascaded ${service} store`),
    PUT: updates(`Change a cascaded ${service} store; its name and its workspace stay`, {
      refuses: ["not-found", "name-fixed"],
    }),
    DELETE: removes(`Remove a cascaded ${service} store`, {
      query: recurse,
      refuses: ["cascaded-not-empty"],
    }),
  };
}

function layersOf(service: string) {
  return {
    ofStore: {
      GET: reads(`List the layers of a cascaded ${service} store`, {
        query: listed,
        refuses: ["cascade-unasked", "cascaded-store-missing", "list-unknown"],
      }),
      POST: creates(`Publish a layer of a cascaded ${service} store`, { refuses: publish }),
    },
    ofWorkspace: {
      GET: reads(`List the cascaded ${service} layers of a workspace`),
      POST: creates(`Publish a cascaded ${service} layer of the store that the body names`, {
        refuses: publish,
      }),
    },
    single: {
      GET: reads(`Read a cascaded ${service} layer`),
      PUT: updates(`Change a cascaded ${service} layer`, {
        query: { calculate: "Accepted; the other server is not asked" },
        refuses: ["not-found", ...published],
      }),
      DELETE: removes(`Remove a cascaded ${service} layer`, {
        query: recurse,
        refuses: ["cascaded-in-use", "used-by-group"],
      }),
    },
  };
}

const [wms, wmts] = [layersOf("WMS"), layersOf("WMTS")];

export const cascadedOperations: Operations = {
  wmsStores: storesOf("WMS"),
  wmsStore: storeOf("WMS"),
  wmsStoreLayers: wms.ofStore,
  wmsStoreLayer: wms.single,
  wmsLayers: wms.ofWorkspace,
  wmsLayer: wms.single,
  wmtsStores: storesOf("WMTS"),
  wmtsStore: storeOf("WMTS"),
  wmtsStoreLayers: wmts.ofStore,
  wmtsStoreLayer: wmts.single,
  wmtsLayers: wmts.ofWorkspace,
  wmtsLayer: wmts.single,
};
