/** Settings of a mosaic's store beside its definition. */
import { coverageStoreDocument } from "../../../model/coverage-store.ts";
import { uploadedStoreSettings } from "../published/store-settings.ts";

export const mosaicSettings = uploadedStoreSettings(
  "coverageStore",
  coverageStoreDocument.elements,
);
