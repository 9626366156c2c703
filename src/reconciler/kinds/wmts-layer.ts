/** Cascaded WMTS layers (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedLayerKind, wmtsLayerParts } from "./document/cascaded-layer.ts";

export const wmtsLayerKind = cascadedLayerKind("wmts", wmtsLayerParts);
