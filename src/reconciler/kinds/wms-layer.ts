/** Cascaded WMS layers (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedLayerKind, wmsLayerParts } from "./document/cascaded-layer.ts";

export const wmsLayerKind = cascadedLayerKind("wms", wmsLayerParts);
