/** Layers of other servers' maps (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedLayerKind, wmsLayerParts } from "./document/cascaded-layer.ts";

/** The kind `WmsLayer`. */
export const wmsLayerKind = cascadedLayerKind("wms", wmsLayerParts);
