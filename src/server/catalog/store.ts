/** Rules that stores of all sorts share: one workspace, one space of names. */
import { nameProblem } from "../../model/name.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { missingText } from "./missing-text.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** The workspace a store lies in. Refuses with not-found when there is none. */
export async function requireStoreWorkspace(
  reader: CatalogReader,
  name: string,
): Promise<Stored<"workspace">> {
  const found = await reader.get("workspace", null, name);
  if (found === undefined) throw new CatalogError("not-found", missingWorkspace(name));
  return found;
}

/** The workspace that a new data store is to lie in. Refuses with store-workspace-missing when there is none. */
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

/** Refuses with expected-other a document that names another workspace than its URL. */
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

type StoreKind = keyof typeof SORTS;

const STORES = Object.keys(SORTS) as readonly StoreKind[];

/** Refuses with store-type an upload to a store of another sort. */
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

/** Refuses a name that no store can have, or that a store of any sort has already. */
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
