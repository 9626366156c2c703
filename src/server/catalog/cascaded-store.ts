/** Cascaded stores and their layers (docs/compatibility.md, "Cascaded stores and layers"). */
import {
  cascadedStoreFields,
  cascadeNumbers,
  type CascadedService,
  type CascadedStorePatch,
} from "../../model/cascaded-store.ts";
import { usualOf } from "../../model/schema.ts";
import type { PublishedPatch } from "../../model/published.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError, type CatalogErrorCode } from "./errors.ts";
import { merged } from "./patch.ts";
import { checkPlace, createPublished, emptyStore, publishedOf } from "./published.ts";
import type { PublishedValue, RecordValues, Stored } from "./records.ts";
import { checkFreeStoreName, checkStoreWorkspace } from "./store.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A cascaded store as a record. */
export type StoredCascade = Stored<"wms-store" | "wmts-store">;

export interface CascadePlace {
  readonly service: CascadedService;
  readonly workspace: string;
  readonly store: string;
}

/** Throws `code` if the store does not exist. */
export async function requireCascadedStore(
  reader: CatalogReader,
  { service, workspace, store }: CascadePlace,
  code: CatalogErrorCode = "not-found",
): Promise<StoredCascade> {
  const found = await reader.get(`${service}-store`, workspace, store);
  if (found !== undefined) return found;
  throw new CatalogError(code, `No such ${service} store: ${workspace},${store}`);
}

export interface CascadeCreation {
  readonly service: CascadedService;
  readonly workspace: string;
  readonly patch: CascadedStorePatch;
  readonly dialect: Dialect;
}

/** Creates an enabled store. The remote server is not contacted. */
export async function createCascadedStore(
  writer: CatalogWriter,
  { service, workspace, patch, dialect }: CascadeCreation,
): Promise<string> {
  const isStock = dialect.name === "geoserver";
  if ((await writer.get("workspace", null, workspace)) === undefined) {
    const message = isStock
      ? "Store must be part of a workspace"
      : `No such workspace : ${workspace}`;
    throw new CatalogError("store-workspace-missing", message);
  }
  checkStoreWorkspace(workspace, patch.workspace);
  if (patch.name === undefined && isStock)
    throw new CatalogError("name-invalid", "Store name must not be null");
  const name = patch.name ?? "";
  await checkFreeStoreName(writer, workspace, name);
  const fresh: RecordValues["wms-store"] = { ...usualOf(cascadedStoreFields), enabled: true };
  const value = merged(fresh, { ...patch, enabled: true });
  await put(writer, { service, workspace, store: name }, value);
  return name;
}

/** Changes a store; its name and workspace are fixed. */
export async function updateCascadedStore(
  writer: CatalogWriter,
  service: CascadedService,
  {
    store: { name, workspace, value },
    patch,
  }: {
    readonly store: StoredCascade;
    readonly patch: CascadedStorePatch;
  },
): Promise<void> {
  const place = { service, workspace: workspace ?? "", store: name };
  const to = { workspace: patch.workspace || place.workspace, name: patch.name || name };
  if (to.name !== name)
    throw new CatalogError("name-fixed", `Attempting to rename ${name} to ${to.name} via PUT`);
  if (to.workspace !== place.workspace) {
    const message = `Attempting to move ${name} from ${workspace} to ${to.workspace} via PUT`;
    throw new CatalogError("name-fixed", message);
  }
  await put(writer, place, merged(value, patch));
}

/** Defaults replace numbers below one. */
async function put(
  writer: CatalogWriter,
  { service, workspace, store }: CascadePlace,
  value: RecordValues["wms-store"],
): Promise<void> {
  const { maxConnections, readTimeout, connectTimeout } = usualOf(cascadeNumbers);
  const orUsual = (number: number, usual: number) => (number < 1 ? usual : number);
  const reached = {
    maxConnections: orUsual(value.maxConnections, maxConnections),
    readTimeout: orUsual(value.readTimeout, readTimeout),
    connectTimeout: orUsual(value.connectTimeout, connectTimeout),
  };
  const key = { kind: `${service}-store`, workspace, name: store } as const;
  await writer.put(key, { ...value, ...reached });
}

/** Removes a store; with `recurse`, also its layers and their rules. */
export async function deleteCascadedStore(
  writer: CatalogWriter,
  { service, workspace, store, recurse }: CascadePlace & { readonly recurse: boolean },
): Promise<void> {
  await requireCascadedStore(writer, { service, workspace, store });
  const layers = await publishedOf(writer, `${service}-layer`, { workspace, store });
  if (layers.length > 0 && !recurse)
    throw new CatalogError("cascaded-not-empty", `${service}store not empty`);
  await emptyStore(writer, `${service}-layer`, { workspace, store });
  await writer.remove({ kind: `${service}-store`, workspace, name: store });
}

/** Creates an enabled layer; the remote server is not contacted. Deviation: cascades-unasked. */
export async function createCascadedLayer(
  writer: CatalogWriter,
  { service, workspace, store }: CascadePlace,
  change: PublishedPatch,
): Promise<string> {
  await requireCascadedStore(writer, { service, workspace, store }, "store-missing");
  checkPlace(`${service}-layer`, { workspace, store }, change);
  const name = change.name ?? change.nativeName;
  if (name === undefined)
    throw new CatalogError("field-missing", "The layer has no name; send <name>");
  const given = { ...change, title: change.title ?? name, enabled: true };
  const fresh: PublishedValue = { store, nativeName: name, title: name, enabled: true };
  const value = merged(fresh, given);
  await createPublished(writer, `${service}-layer`, { workspace, name, value });
  return name;
}
