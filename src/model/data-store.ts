/** Data stores. */
import { names, type NounDocument, type Patch } from "./fields.ts";
import { storeFields, type Store } from "./store.ts";

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
    storeType: { type: "filled-text", element: "type" },
    parameters: { type: "entries", element: "connectionParameters" },
  },
  elements: names(
    `name description type enabled workspace connectionParameters metadata _default dateCreated
     dateModified disableOnConnFailure featureTypes`,
  ),
  written: ["featureTypes"],
};
