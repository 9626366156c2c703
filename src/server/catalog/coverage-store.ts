/** Commands on coverage stores as documents (docs/compatibility.md, "Coverage stores and coverages"). */
import type { DetailsChange } from "../../model/details.ts";
import { mergeDetails } from "./patch.ts";
import { CatalogError, type CatalogErrorCode } from "./errors.ts";
import { emptyStore, moveToStore, publishedOf } from "./published.ts";
import {
  definitionFolder,
  removeMosaic,
  renameMosaic,
  type MosaicPlace,
  type Purge,
} from "./mosaic.ts";
import type { Stored } from "./records.ts";
import { checkFreeStoreName, checkStoreWorkspace, requireStoreWorkspace } from "./store.ts";
import { moveFolder, nameMosaic } from "./store-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** What a client says of a store; undefined fields keep their value, null un-sets. */
export interface CoverageStoreChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly storeType?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly isDefault?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly url?: string | null | undefined;
  /** Secrets in it are sealed already. */
  readonly details: DetailsChange;
}

/** The store of a name. Refuses with not-found, or the code asked for, when there is none. */
export async function requireCoverageStore(
  reader: CatalogReader,
  { workspace, store, code }: { workspace: string; store: string; code?: CatalogErrorCode },
): Promise<Stored<"coverage-store">> {
  const found = await reader.get("coverage-store", workspace, store);
  if (found !== undefined) return found;
  throw new CatalogError(code ?? "not-found", `No such coverage store: ${workspace},${store}`);
}

/** Creates a store from a document; `strict` demands that the document names its workspace. */
export async function createCoverageStore(
  writer: CatalogWriter,
  workspace: string,
  { change, strict }: { readonly change: CoverageStoreChange; readonly strict: boolean },
): Promise<string> {
  await requireStoreWorkspace(writer, workspace);
  if (strict && change.workspace === undefined) {
    throw new CatalogError("field-missing", "Store must be part of a workspace");
  }
  checkStoreWorkspace(workspace, change.workspace);
  const name = change.name ?? "";
  await checkFreeStoreName(writer, workspace, name);
  const value = {
    storeType: change.storeType ?? null,
    description: change.description ?? null,
    enabled: change.enabled ?? false,
    isDefault: change.isDefault ?? false,
    url: change.url ?? null,
    details: mergeDetails({}, change.details),
  };
  await writer.put({ kind: "coverage-store", workspace, name }, value);
  return name;
}

/** Changes a store; a new name takes its coverages along. */
export async function updateCoverageStore(
  writer: CatalogWriter,
  store: Stored<"coverage-store">,
  change: CoverageStoreChange,
): Promise<void> {
  const workspace = store.workspace ?? "";
  checkStoreWorkspace(workspace, change.workspace);
  const { value, name: from } = store;
  const kept = <Value>(given: Value | undefined, before: Value) =>
    given === undefined ? before : given;
  const to = change.name ?? from;
  if (to !== from) await checkFreeStoreName(writer, workspace, to);
  const after = {
    storeType: kept(change.storeType, value.storeType),
    description: kept(change.description, value.description),
    enabled: kept(change.enabled, value.enabled),
    isDefault: kept(change.isDefault, value.isDefault),
    url: kept(change.url, value.url),
    details: mergeDetails(value.details, change.details),
  };
  await writer.put({ kind: "coverage-store", workspace, name: from }, after);
  if (to !== from) await renameCoverageStore(writer, { workspace, store: from }, to);
}

async function renameCoverageStore(
  writer: CatalogWriter,
  from: MosaicPlace,
  name: string,
): Promise<void> {
  const { workspace } = from;
  const to = { workspace, store: name };
  const key = { kind: "coverage-store", workspace, name: from.store } as const;
  await writer.rename(key, { workspace, name });
  await moveToStore(writer, "coverage", { workspace, from: from.store, to: name });
  await renameMosaic(writer, from, to);
  await moveFolder(writer, definitionFolder(from), definitionFolder(to));
  await nameMosaic(writer, to, from);
}

/** Removes a store; with `recurse`, its coverages, their layers and those layers' rules too. */
export async function deleteCoverageStore(
  writer: CatalogWriter,
  {
    workspace,
    store,
    recurse,
    purge,
  }: {
    workspace: string;
    store: string;
    recurse: boolean;
    purge: Purge;
  },
): Promise<void> {
  await requireCoverageStore(writer, { workspace, store });
  const coverages = await publishedOf(writer, "coverage", { workspace, store });
  if (coverages.length > 0 && !recurse) {
    throw new CatalogError("coverage-store-not-empty", "coveragestore not empty");
  }
  await emptyStore(writer, "coverage", { workspace, store });
  await removeMosaic(writer, { workspace, store }, purge);
  await writer.remove({ kind: "coverage-store", workspace, name: store });
}
