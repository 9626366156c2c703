/** Data stores; `app-schema.ts` uploads mappings. */
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { storeTypeOf } from "../../model/connection-parameters.ts";
import type { DataStorePatch } from "../../model/data-store.ts";
import { usualOf } from "../../model/schema.ts";
import { storeFields } from "../../model/store.ts";
import { cleanDocumentSchemas, moveDocumentSchemas } from "./document-schema.ts";
import { merged } from "./patch.ts";
import type { RecordValues } from "./records.ts";
import {
  checkFreeStoreName,
  checkStoreWorkspace,
  renameStore,
  requireNewStoreWorkspace,
  type StoreNoun,
} from "./store.ts";
import { removeTemplates } from "./template-files.ts";

type StoreValue = RecordValues["data-store"];

/** A new one is enabled, whatever the document says, and has the namespace of its workspace. */
export const dataStore: StoreNoun<"data-store", DataStorePatch> = {
  record: "data-store",
  publishes: "feature-type",
  word: "datastore",
  notEmpty: ["store-not-empty", "Unable to delete non-empty store."],
  checkFree: checkFreeStoreName,
  checkChange: checkStoreWorkspace,
  home: async (reader, asked) => {
    const found = await requireNewStoreWorkspace(reader, asked.dialect, asked.workspace ?? "");
    checkStoreWorkspace(asked);
    return found;
  },
  created: ({ change }, home) => {
    const parameters = new Map(change.parameters);
    if (!parameters.has("namespace")) parameters.set("namespace", home?.value.uri ?? "");
    const storeType = storeTypeOf(parameters);
    const fresh: StoreValue = { ...usualOf(storeFields), storeType, enabled: true, parameters: {} };
    return merged(fresh, { ...change, enabled: true, parameters: Object.fromEntries(parameters) });
  },
  changed: (before, { change }) => {
    const parameters = change.parameters && Object.fromEntries(change.parameters);
    const after = merged(before, { ...change, parameters });
    const { mapped: _gone, ...unmapped } = after;
    return after.storeType === APP_SCHEMA_TYPE ? after : unmapped;
  },
  renamed: async (writer, key) => {
    const { workspace, from, to } = key;
    await moveDocumentSchemas(writer, { workspace, store: from }, to);
    await renameStore(writer, "feature-type", key);
  },
  removed: async (writer, place) => {
    await cleanDocumentSchemas(writer, place);
    await removeTemplates(writer, place.workspace, place.store);
  },
};
