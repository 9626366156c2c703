/** Stores of other servers' maps (docs/compatibility.md, "Cascaded stores and layers"). */
import { cascadedStoreKind } from "./document/cascaded-store.ts";

/** The kind `WmsStore`. */
export const wmsStoreKind = cascadedStoreKind("wms");
