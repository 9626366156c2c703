/** Stores that cascade another map server (docs/compatibility.md, "Cascaded stores and layers"). */
import { type NounDocument, type PartsOf, type Patch, names } from "./schema.ts";
import { storeElements, storeFields, type Store } from "./store.ts";

/** Protocol of the remote server. */
export type CascadedService = "wms" | "wmts";

/** All protocols. */
export const cascadedServices = ["wms", "wmts"] as const satisfies readonly CascadedService[];

/** A cascaded store. */
export interface CascadedStore extends Store {
  /** Null when no client set it. */
  readonly storeType: string | null;
  /** With its query. */
  readonly capabilitiesURL: string | null;
  readonly user: string | null;
  readonly password: string | null;
  /** An extra header of each request. */
  readonly headerName: string | null;
  readonly headerValue: string | null;
  readonly authKey: string | null;
  readonly maxConnections: number;
  /** In seconds. */
  readonly readTimeout: number;
  /** In seconds. */
  readonly connectTimeout: number;
}

/** A change of a cascaded store. */
export type CascadedStorePatch = Patch<CascadedStore>;

/** Connection settings; values that are not numbers, or below 1, mean the default. */
export const cascadeNumbers = {
  maxConnections: {
    type: "count",
    usual: 6,
    means: "Maximum concurrent connections to the other server; 6 by default.",
  },
  readTimeout: {
    type: "count",
    usual: 60,
    means: "Seconds to wait for a response; 60 by default.",
  },
  connectTimeout: {
    type: "count",
    usual: 30,
    means: "Seconds to wait for a connection; 30 by default.",
  },
} as const satisfies PartsOf<CascadedStore>;

/** Fields of a cascaded store. */
export const cascadedStoreFields = {
  ...storeFields,
  storeType: { type: "optional-filled-word", path: "type", usual: null },
  capabilitiesURL: { type: "optional-text", usual: null },
  user: { type: "optional-text", usual: null, exposure: "other" },
  password: { type: "optional-text", usual: null, isSecret: true },
  headerName: { type: "optional-text", usual: null },
  headerValue: { type: "optional-text", usual: null, isSecret: true },
  authKey: { type: "optional-text", usual: null, isSecret: true },
  ...cascadeNumbers,
} as const satisfies PartsOf<CascadedStore>;

/** Store documents by remote service. */
export const cascadedStoreDocuments: Readonly<
  Record<CascadedService, NounDocument<CascadedStore>>
> = {
  wms: {
    root: "wmsStore",
    fields: cascadedStoreFields,
    elements: new Set([
      ...storeElements,
      ...names(`capabilitiesURL user password headerName headerValue authKey
        maxConnections readTimeout connectTimeout wmslayers`),
    ]),
    written: ["wmslayers"],
  },
  wmts: {
    root: "wmtsStore",
    fields: cascadedStoreFields,
    elements: new Set([
      ...storeElements,
      ...names(`capabilitiesURL user password maxConnections readTimeout connectTimeout
        headerName headerValue authKey layers`),
    ]),
    written: ["layers"],
  },
};
