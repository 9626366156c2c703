/** Commands on data stores; `app-schema.ts` uploads mappings. */
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { storeTypeOf } from "../../model/connection-parameters.ts";
import type { DataStorePatch } from "../../model/data-store.ts";
import { usualOf } from "../../model/schema.ts";
import { storeFields } from "../../model/store.ts";
import type { Dialect } from "./dialect.ts";
import { merged } from "./patch.ts";
import { storeFolder } from "./app-schema.ts";
import { cleanDocumentSchemas, moveDocumentSchemas } from "./document-schema.ts";
import { CatalogError } from "./errors.ts";
import { putDataStore } from "./mapped-type.ts";
import { emptyStore, moveToStore, publishedOf } from "./published.ts";
import type { RecordValues, Stored } from "./records.ts";
import { checkFreeStoreName, checkStoreWorkspace, requireNewStoreWorkspace } from "./store.ts";
import { moveFolder } from "./store-files.ts";
import { moveTemplates, removeTemplates } from "./template-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

type StoreValue = RecordValues["data-store"];

/** Throws if the store does not exist. */
export async function requireDataStore(
  reader: CatalogReader,
  workspace: string,
  store: string,
): Promise<Stored<"data-store">> {
  const found = await reader.get("data-store", workspace, store);
  if (found === undefined) throw missingDataStore(workspace, store);
  return found;
}

/** The error for a missing store. */
export function missingDataStore(workspace: string, store: string): CatalogError {
  return new CatalogError("not-found", `No such datastore: ${workspace},${store}`);
}

/** Creates an enabled store, whatever the document says. */
export async function createDataStore(
  writer: CatalogWriter,
  dialect: Dialect,
  { workspace, patch }: { readonly workspace: string; readonly patch: DataStorePatch },
): Promise<string> {
  const parent = await requireNewStoreWorkspace(writer, dialect, workspace);
  checkStoreWorkspace(workspace, patch.workspace);
  const name = patch.name ?? "";
  await checkFreeStoreName(writer, workspace, name);
  const parameters = new Map(patch.parameters);
  if (!parameters.has("namespace")) parameters.set("namespace", parent.value.uri);
  const storeType = storeTypeOf(parameters);
  const fresh: StoreValue = { ...usualOf(storeFields), storeType, enabled: true, parameters: {} };
  const given = { ...patch, enabled: true, parameters: Object.fromEntries(parameters) };
  const value = merged(fresh, given);
  await putDataStore(writer, { workspace, store: name }, value);
  return name;
}

/** Renaming a store moves its feature types. */
export async function updateDataStore(
  writer: CatalogWriter,
  store: Stored<"data-store">,
  patch: DataStorePatch,
): Promise<void> {
  const workspace = store.workspace ?? "";
  checkStoreWorkspace(workspace, patch.workspace);
  const parameters = patch.parameters && Object.fromEntries(patch.parameters);
  const value = merged(store.value, { ...patch, parameters });
  const { mapped: _gone, ...unmapped } = value;
  const after = value.storeType === APP_SCHEMA_TYPE ? value : unmapped;
  await putDataStore(writer, { workspace, store: store.name }, after);
  if (patch.name !== undefined && patch.name !== store.name) {
    await renameDataStore(writer, workspace, store.name, patch.name);
  }
}

async function renameDataStore(
  writer: CatalogWriter,
  workspace: string,
  from: string,
  to: string,
): Promise<void> {
  await checkFreeStoreName(writer, workspace, to);
  await writer.rename({ kind: "data-store", workspace, name: from }, { workspace, name: to });
  await moveFolder(writer, storeFolder(workspace, from), storeFolder(workspace, to));
  await moveTemplates(writer, workspace, { from, to });
  await moveDocumentSchemas(writer, { workspace, store: from }, to);
  await moveToStore(writer, "feature-type", { workspace, from, to });
}

/** Removes a store; with `recurse`, also its feature types, layers and rules. */
export async function deleteDataStore(
  writer: CatalogWriter,
  { workspace, store, recurse }: { workspace: string; store: string; recurse: boolean },
): Promise<void> {
  await requireDataStore(writer, workspace, store);
  const types = await publishedOf(writer, "feature-type", { workspace, store });
  if (types.length > 0 && !recurse) {
    throw new CatalogError("store-not-empty", "Unable to delete non-empty store.");
  }
  await emptyStore(writer, "feature-type", { workspace, store });
  await cleanDocumentSchemas(writer, { workspace, store });
  await writer.remove({ kind: "data-store", workspace, name: store });
  await removeTemplates(writer, workspace, store);
}
