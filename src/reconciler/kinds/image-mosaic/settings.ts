/** What the document of a mosaic says beside its definition. */
import { coverageStoreDocument } from "../../../model/coverage-store.ts";
import { uploadedStoreSettings } from "../published/store-settings.ts";

/** Its fields, and the requests that set them. */
export const mosaicSettings = uploadedStoreSettings(
  "coverageStore",
  coverageStoreDocument.elements,
);
