/** Layers of other servers' tiles (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedLayerKind, wmtsLayerParts } from "./document/cascaded-layer.ts";

/** The kind `WmtsLayer`. */
export const wmtsLayerKind = cascadedLayerKind("wmts", wmtsLayerParts);
