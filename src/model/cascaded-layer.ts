/** Layers of cascaded stores (docs/compatibility.md, "Cascaded stores and layers"). */
import type { CascadedService } from "./cascaded-store.ts";
import type { Details } from "./details.ts";
import { names, usualOf, type Field, type NounDocument } from "./fields.ts";
import { publishedElements, publishedFields, publishedUsual, type Published } from "./published.ts";

/** What only layers of a map server have: how its maps are asked for. A catalog keeps it. */
export const wmsLayerSettings = {
  forcedRemoteStyle: {
    type: "word",
    usual: "",
    means: "The style of the other server that it is always drawn with.",
  },
  preferredFormat: {
    type: "filled-word",
    usual: "image/png",
    means: "The image format that maps are asked for in; image/png by default.",
  },
  metadataBBoxRespected: {
    type: "flag",
    usual: false,
    means: "Whether nothing is asked for beyond its bounds.",
  },
} as const satisfies Readonly<Record<string, Field>>;

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
    // The other server says which there are.
    written: ["allAvailableRemoteStyles"],
  };
}

/** Its documents, by what is asked of the other server. */
export const cascadedLayerDocuments: Readonly<Record<CascadedService, NounDocument<Published>>> = {
  wms: documentOf("wmsLayer", own.wms),
  wmts: documentOf("wmtsLayer", own.wmts),
};

/** What else it says where nobody said otherwise. */
export const cascadedLayerUsual: Readonly<Record<CascadedService, Details>> = {
  wms: { ...publishedUsual, ...usualOf(wmsLayerSettings) },
  wmts: publishedUsual,
};
