/** What the document of an app-schema store says beside its mapping. */
import { dataStoreDocument } from "../../../model/data-store.ts";
import { uploadedStoreSettings } from "../published/store-settings.ts";

/** Its fields, and the requests that set them. */
export const mappedSettings = uploadedStoreSettings("dataStore", dataStoreDocument.elements);
