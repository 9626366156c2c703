/** Stores of other servers' tiles (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedStoreKind } from "./document/cascaded-store.ts";

/** The kind `WmtsStore`. */
export const wmtsStoreKind = cascadedStoreKind("wmts");
