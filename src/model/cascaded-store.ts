/** Stores that pass on what another map server serves (docs/compatibility.md, "Cascaded stores and layers"). */
import { names, type FieldTable, type NounDocument, type Patch } from "./fields.ts";
import { storeElements, storeFields, type Store } from "./store.ts";

/** What is asked of the other server: maps, or tiles of maps. */
export type CascadedService = "wms" | "wmts";

/** Both of them. */
export const cascadedServices = ["wms", "wmts"] as const satisfies readonly CascadedService[];

/** A cascaded store. */
export interface CascadedStore extends Store {
  /** Null when no client said one. */
  readonly storeType: string | null;
  /** Address of the other server's capabilities, with its query. */
  readonly capabilitiesURL: string | null;
  readonly user: string | null;
  readonly password: string | null;
  /** A header of each request, and what it holds. */
  readonly headerName: string | null;
  readonly headerValue: string | null;
  readonly authKey: string | null;
  readonly maxConnections: number;
  /** Seconds. */
  readonly readTimeout: number;
  /** Seconds. */
  readonly connectTimeout: number;
}

/** What a client says of one. */
export type CascadedStorePatch = Patch<CascadedStore>;

/** Texts that nobody is shown. */
export const cascadeSecrets = ["password", "headerValue", "authKey"] as const;

/** How the other server is reached; a number that is none or less than one stands for the usual one. */
export const cascadeNumbers = {
  maxConnections: {
    type: "number",
    usual: 6,
    means: "Most connections to the other server at a time; 6 by default.",
  },
  readTimeout: {
    type: "number",
    usual: 60,
    means: "Seconds to wait for an answer; 60 by default.",
  },
  connectTimeout: {
    type: "number",
    usual: 30,
    means: "Seconds to wait for a connection; 30 by default.",
  },
} as const satisfies FieldTable<CascadedStore>;

/** Its fields. */
export const cascadedStoreFields = {
  ...storeFields,
  storeType: { type: "optional-filled-word", element: "type", usual: null },
  capabilitiesURL: { type: "optional-text", usual: null },
  user: { type: "optional-text", usual: null, exposure: "other" },
  password: { type: "optional-text", usual: null },
  headerName: { type: "optional-text", usual: null },
  headerValue: { type: "optional-text", usual: null },
  authKey: { type: "optional-text", usual: null },
  ...cascadeNumbers,
} as const satisfies FieldTable<CascadedStore>;

/** Its documents, by what is asked of the other server. */
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
