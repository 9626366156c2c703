/** Layers of cascaded stores (docs/compatibility.md, "Cascaded stores and layers"). */
import type { CascadedService } from "./cascaded-store.ts";
import type { Details } from "./details.ts";
import { type NounDocument, type Part, names, usualOf } from "./schema.ts";
import { publishedElements, publishedFields, publishedUsual, type Published } from "./published.ts";

/** Kept fields of WMS layers for requesting maps. */
export const wmsLayerSettings = {
  forcedRemoteStyle: {
    type: "word",
    usual: "",
    means: "Style of the other server that is always used.",
  },
  preferredFormat: {
    type: "filled-word",
    usual: "image/png",
    means: "Image format of requests to the other server; image/png by default.",
  },
  metadataBBoxRespected: {
    type: "flag",
    usual: false,
    means: "Whether requests are limited to its bounds.",
  },
} as const satisfies Readonly<Record<string, Part>>;

const own: Readonly<Record<CascadedService, string>> = {
  wms: `forcedRemoteStyle preferredFormat selectedRemoteFormats selectedRemoteStyles minScale maxScale
    metadataBBoxRespected allAvailableRemoteStyles vendorParameters`,
  wmts: "",
};

function documentOf(root: string, elements: string): NounDocument<Published> {
  const { first, next } = publishedElements;
  return {
    root,
    fields: publishedFields,
    elements: new Set([...first, ...next, ...names(elements).values().filter(Boolean)]),
    // The remote server determines them.
    written: ["allAvailableRemoteStyles"],
  };
}

/** Layer documents by remote service. */
export const cascadedLayerDocuments: Readonly<Record<CascadedService, NounDocument<Published>>> = {
  wms: documentOf("wmsLayer", own.wms),
  wmts: documentOf("wmtsLayer", own.wmts),
};

/** Default details by remote service. */
export const cascadedLayerUsual: Readonly<Record<CascadedService, Details>> = {
  wms: { ...publishedUsual, ...usualOf(wmsLayerSettings) },
  wmts: publishedUsual,
};
