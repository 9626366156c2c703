/** Coverage stores (docs/compatibility.md, "Coverage stores and coverages"). */
import { coverageStoreFields, type CoverageStorePatch } from "../../model/coverage-store.ts";
import { usualOf } from "../../model/schema.ts";
import { CatalogError } from "./errors.ts";
import { removeMosaic, renameMosaic } from "./mosaic.ts";
import { merged } from "./patch.ts";
import type { RecordValues } from "./records.ts";
import {
  checkFreeStoreName,
  checkStoreWorkspace,
  renameStore,
  requireStoreWorkspace,
  type StoreNoun,
} from "./store.ts";
import { updateMosaicUrl } from "./store-files.ts";
import { removeTemplates } from "./template-files.ts";

/** A new one is enabled only if its document says so. */
export const coverageStore: StoreNoun<"coverage-store", CoverageStorePatch> = {
  record: "coverage-store",
  publishes: "coverage",
  word: "coverage store",
  notEmpty: ["coverage-store-not-empty", "coveragestore not empty"],
  checkFree: checkFreeStoreName,
  checkChange: checkStoreWorkspace,
  home: async (reader, asked) => {
    const found = await requireStoreWorkspace(reader, asked.workspace ?? "");
    if (asked.dialect.name === "geoserver" && asked.change.workspace === undefined)
      throw new CatalogError("field-missing", "Store must be part of a workspace");
    checkStoreWorkspace(asked);
    return found;
  },
  created: ({ change }) => {
    const fresh: RecordValues["coverage-store"] = {
      ...usualOf(coverageStoreFields),
      enabled: false,
    };
    return merged(fresh, change);
  },
  changed: (before, { change }) => merged(before, change),
  renamed: async (writer, key) => {
    const before = { workspace: key.workspace, store: key.from };
    const after = { ...before, store: key.to };
    await renameMosaic(writer, before, after);
    await renameStore(writer, "coverage", key);
    await updateMosaicUrl(writer, after, before);
  },
  removed: async (writer, place, purge) => {
    await removeMosaic(writer, place, purge);
    await removeTemplates(writer, place.workspace, place.store);
  },
};
