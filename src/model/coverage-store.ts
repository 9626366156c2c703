/** Coverage stores (docs/compatibility.md, "Coverage stores and coverages"). */
import type { NounDocument, PartsOf, Patch } from "./schema.ts";
import { storeElements, storeFields, type Store } from "./store.ts";

/** Metadata key of the settings for cloud-optimised GeoTIFFs (COG). */
export const COG_SETTINGS = "CogSettings.Key";

/** A coverage store. */
export interface CoverageStore extends Store {
  /** Null when no client set it. */
  readonly storeType: string | null;
  readonly url: string | null;
}

/** A change of a coverage store. */
export type CoverageStorePatch = Patch<CoverageStore>;

/** Fields of a coverage store. */
export const coverageStoreFields = {
  ...storeFields,
  storeType: {
    type: "optional-filled-word",
    path: "type",
    usual: null,
    exposure: "other",
  },
  url: { type: "optional-text", usual: null, exposure: "other" },
} as const satisfies PartsOf<CoverageStore>;

/** The document of a coverage store. */
export const coverageStoreDocument: NounDocument<CoverageStore> = {
  root: "coverageStore",
  fields: coverageStoreFields,
  elements: new Set([...storeElements, "url", "coverages"]),
  written: ["coverages"],
};
