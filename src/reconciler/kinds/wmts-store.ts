/** Cascaded WMTS stores (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedStoreKind } from "./document/cascaded-store.ts";

export const wmtsStoreKind = cascadedStoreKind("wmts");
