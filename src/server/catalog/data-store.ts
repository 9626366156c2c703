/** Commands on data stores as documents. Uploads of mappings are in `app-schema.ts`. */
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { storeTypeOf } from "../../model/data-store.ts";
import type { DetailsChange } from "../../model/details.ts";
import type { Dialect } from "./dialect.ts";
import { mergeDetails } from "./details.ts";
import { storeFolder } from "./app-schema.ts";
import { cleanDocumentSchemas, moveDocumentSchemas } from "./document-schema.ts";
import { CatalogError } from "./errors.ts";
import { putDataStore } from "./mapped-type.ts";
import { emptyStore, moveToStore, publishedOf } from "./published.ts";
import type { Stored } from "./records.ts";
import { checkFreeStoreName, checkStoreWorkspace, requireNewStoreWorkspace } from "./store.ts";
import { moveFolder } from "./store-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** What a client says of a store; undefined fields keep their value, null un-sets. */
export interface DataStoreChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly storeType?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly workspace?: string | undefined;
  /** Replaces all parameters; secret ones are sealed already. */
  readonly parameters?: ReadonlyMap<string, string> | undefined;
  readonly isDefault?: boolean | undefined;
  /** Secrets in it are sealed already. */
  readonly details?: DetailsChange | undefined;
}

/** The store of a name. Refuses when there is none. */
export async function requireDataStore(
  reader: CatalogReader,
  workspace: string,
  store: string,
): Promise<Stored<"data-store">> {
  const found = await reader.get("data-store", workspace, store);
  if (found === undefined) throw missingDataStore(workspace, store);
  return found;
}

/** What is said where there is no store of a name. */
export function missingDataStore(workspace: string, store: string): CatalogError {
  return new CatalogError("not-found", `No such datastore: ${workspace},${store}`);
}

/** Creates a store from a document. It is enabled, whatever the document says. */
export async function createDataStore(
  writer: CatalogWriter,
  dialect: Dialect,
  { workspace, change }: { readonly workspace: string; readonly change: DataStoreChange },
): Promise<string> {
  const parent = await requireNewStoreWorkspace(writer, dialect, workspace);
  checkStoreWorkspace(workspace, change.workspace);
  const name = change.name ?? "";
  await checkFreeStoreName(writer, workspace, name);
  const parameters = new Map(change.parameters);
  if (!parameters.has("namespace")) parameters.set("namespace", parent.value.uri);
  const value = {
    storeType: change.storeType ?? storeTypeOf(parameters),
    description: change.description ?? null,
    enabled: true,
    isDefault: change.isDefault ?? false,
    parameters: Object.fromEntries(parameters),
    details: mergeDetails({}, change.details),
  };
  await putDataStore(writer, { workspace, store: name }, value);
  return name;
}

/** Changes a store; a new name takes its feature types along. */
export async function updateDataStore(
  writer: CatalogWriter,
  store: Stored<"data-store">,
  change: DataStoreChange,
): Promise<void> {
  const workspace = store.workspace ?? "";
  checkStoreWorkspace(workspace, change.workspace);
  const storeType = change.storeType ?? store.value.storeType;
  const { mapped } = store.value;
  const value = {
    storeType,
    ...(storeType === APP_SCHEMA_TYPE && mapped !== undefined ? { mapped } : {}),
    description: change.description === undefined ? store.value.description : change.description,
    enabled: change.enabled ?? store.value.enabled,
    isDefault: change.isDefault ?? store.value.isDefault,
    parameters:
      change.parameters === undefined
        ? store.value.parameters
        : Object.fromEntries(change.parameters),
    details: mergeDetails(store.value.details ?? {}, change.details),
  };
  await putDataStore(writer, { workspace, store: store.name }, value);
  if (change.name !== undefined && change.name !== store.name) {
    await renameDataStore(writer, workspace, store.name, change.name);
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
  await moveDocumentSchemas(writer, { workspace, store: from }, to);
  await moveToStore(writer, "feature-type", { workspace, from, to });
}

/** Removes a store; with `recurse`, its feature types, their layers and those layers' rules too. */
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
}
