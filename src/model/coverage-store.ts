/** Coverage stores (docs/compatibility.md, "Coverage stores and coverages"). */
import type { FieldTable, NounDocument, Patch } from "./fields.ts";
import { storeElements, storeFields, type Store } from "./store.ts";

/** Key of the entry of its metadata that says how rasters on the web are read in parts. */
export const COG_SETTINGS = "CogSettings.Key";

/** A coverage store. */
export interface CoverageStore extends Store {
  /** Null when no client said one. */
  readonly storeType: string | null;
  readonly url: string | null;
}

/** What a client says of one. */
export type CoverageStorePatch = Patch<CoverageStore>;

/** Its fields. */
export const coverageStoreFields = {
  ...storeFields,
  storeType: {
    type: "optional-filled-word",
    element: "type",
    usual: null,
    exposure: "other",
  },
  url: { type: "optional-text", usual: null, exposure: "other" },
} as const satisfies FieldTable<CoverageStore>;

/** Its document. */
export const coverageStoreDocument: NounDocument<CoverageStore> = {
  root: "coverageStore",
  fields: coverageStoreFields,
  elements: new Set([...storeElements, "url", "coverages"]),
  written: ["coverages"],
};
