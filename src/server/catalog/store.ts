/** Rules for stores of all kinds, which share one namespace per workspace. */
import { nameProblem } from "../../model/name.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { missingText } from "./missing-text.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** Throws not-found if the workspace does not exist. */
export async function requireStoreWorkspace(
  reader: CatalogReader,
  name: string,
): Promise<Stored<"workspace">> {
  const found = await reader.get("workspace", null, name);
  if (found === undefined) throw new CatalogError("not-found", missingWorkspace(name));
  return found;
}

/** Throws store-workspace-missing if the workspace does not exist. */
export async function requireNewStoreWorkspace(
  reader: CatalogReader,
  dialect: Dialect,
  name: string,
): Promise<Stored<"workspace">> {
  const found = await reader.get("workspace", null, name);
  if (found !== undefined) return found;
  const message = missingText(dialect, "storeWorkspace", missingWorkspace(name));
  throw new CatalogError("store-workspace-missing", message);
}

function missingWorkspace(name: string): string {
  return `No such workspace : ${name}`;
}

/** Throws expected-other if the document names another workspace than the URL. */
export function checkStoreWorkspace(workspace: string, asked: string | undefined): void {
  if (asked === undefined || asked === "" || asked === workspace) return;
  throw new CatalogError(
    "expected-other",
    `Expected workspace ${workspace} but client specified ${asked}`,
  );
}

const SORTS = {
  "data-store": "a data store",
  "coverage-store": "a coverage store",
  "wms-store": "a cascaded WMS store",
  "wmts-store": "a cascaded WMTS store",
} as const;

/** Kinds of records that are stores. */
export type StoreKind = keyof typeof SORTS;

const STORES = Object.keys(SORTS) as readonly StoreKind[];

/** Throws store-type if another kind of store has the name. */
export async function checkUploadTarget(
  reader: CatalogReader,
  own: StoreKind,
  { workspace, store }: { readonly workspace: string; readonly store: string },
): Promise<void> {
  for (const kind of STORES) {
    if (kind === own || (await reader.get(kind, workspace, store)) === undefined) continue;
    throw new CatalogError("store-type", `Store '${store}' exists and is ${SORTS[kind]}`);
  }
}

/** Throws if the name is invalid or any store has it. */
export async function checkFreeStoreName(
  reader: CatalogReader,
  workspace: string,
  name: string,
): Promise<void> {
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The store name '${name}' ${problem}`);
  for (const kind of STORES) {
    if ((await reader.get(kind, workspace, name)) === undefined) continue;
    const message = `Store '${name}' already exists in workspace '${workspace}'`;
    throw new CatalogError("store-exists", message);
  }
}
