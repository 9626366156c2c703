/** Settings of an app-schema store beside its mapping. */
import { dataStoreDocument } from "../../../model/data-store.ts";
import { uploadedStoreSettings } from "../published/store-settings.ts";

export const mappedSettings = uploadedStoreSettings("dataStore", dataStoreDocument.elements);
