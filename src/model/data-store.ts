/** Data stores. */
import type { NounDocument, Patch } from "./schema.ts";
import { storeElements, storeFields, type Store } from "./store.ts";

/** A data store (docs/interface.md, 2.1). */
export interface DataStore extends Store {
  readonly storeType: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** A change of a data store. */
export type DataStorePatch = Patch<DataStore>;

/** The document of a data store. */
export const dataStoreDocument: NounDocument<DataStore> = {
  root: "dataStore",
  fields: {
    ...storeFields,
    storeType: { type: "filled-word", path: "type" },
    parameters: { type: "parameters", path: "connectionParameters" },
  },
  elements: new Set([...storeElements, "featureTypes"]),
  written: ["featureTypes"],
};
