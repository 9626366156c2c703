/** Data stores. */
import type { NounDocument, Patch } from "./fields.ts";
import { storeElements, storeFields, type Store } from "./store.ts";

/** A data store (docs/interface.md, 2.1). */
export interface DataStore extends Store {
  readonly storeType: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** What a client says of one. */
export type DataStorePatch = Patch<DataStore>;

/** Its document. */
export const dataStoreDocument: NounDocument<DataStore> = {
  root: "dataStore",
  fields: {
    ...storeFields,
    storeType: { type: "filled-word", element: "type" },
    parameters: { type: "entries", element: "connectionParameters" },
  },
  elements: new Set([...storeElements, "featureTypes"]),
  written: ["featureTypes"],
};
