/** Commands on coverage stores (docs/compatibility.md, "Coverage stores and coverages"). */
import { coverageStoreFields, type CoverageStorePatch } from "../../model/coverage-store.ts";
import { usualOf } from "../../model/schema.ts";
import { merged } from "./patch.ts";
import { CatalogError, type CatalogErrorCode } from "./errors.ts";
import { emptyStore, moveToStore, publishedOf } from "./published.ts";
import {
  definitionFolder,
  removeMosaic,
  renameMosaic,
  type MosaicPlace,
  type Purge,
} from "./mosaic.ts";
import type { RecordValues, Stored } from "./records.ts";
import { checkFreeStoreName, checkStoreWorkspace, requireStoreWorkspace } from "./store.ts";
import { moveFolder, updateMosaicUrl } from "./store-files.ts";
import { moveTemplates, removeTemplates } from "./template-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

type CoverageStoreValue = RecordValues["coverage-store"];

/** Throws `code` (default not-found) if the store does not exist. */
export async function requireCoverageStore(
  reader: CatalogReader,
  { workspace, store, code }: { workspace: string; store: string; code?: CatalogErrorCode },
): Promise<Stored<"coverage-store">> {
  const found = await reader.get("coverage-store", workspace, store);
  if (found !== undefined) return found;
  throw new CatalogError(code ?? "not-found", `No such coverage store: ${workspace},${store}`);
}

/** Creates a store; with `strict`, the document must name the workspace. */
export async function createCoverageStore(
  writer: CatalogWriter,
  workspace: string,
  { change: patch, strict }: { readonly change: CoverageStorePatch; readonly strict: boolean },
): Promise<string> {
  await requireStoreWorkspace(writer, workspace);
  if (strict && patch.workspace === undefined) {
    throw new CatalogError("field-missing", "Store must be part of a workspace");
  }
  checkStoreWorkspace(workspace, patch.workspace);
  const name = patch.name ?? "";
  await checkFreeStoreName(writer, workspace, name);
  const fresh: CoverageStoreValue = { ...usualOf(coverageStoreFields), enabled: false };
  await writer.put({ kind: "coverage-store", workspace, name }, merged(fresh, patch));
  return name;
}

/** Renaming a store moves its coverages. */
export async function updateCoverageStore(
  writer: CatalogWriter,
  store: Stored<"coverage-store">,
  patch: CoverageStorePatch,
): Promise<void> {
  const workspace = store.workspace ?? "";
  checkStoreWorkspace(workspace, patch.workspace);
  const { value, name: from } = store;
  const to = patch.name ?? from;
  if (to !== from) await checkFreeStoreName(writer, workspace, to);
  await writer.put({ kind: "coverage-store", workspace, name: from }, merged(value, patch));
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
  await moveTemplates(writer, workspace, { from: from.store, to: name });
  await updateMosaicUrl(writer, to, from);
}

/** Removes a store; with `recurse`, also its coverages, layers and rules. */
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
  await removeTemplates(writer, workspace, store);
}
