/** Rules that data stores and coverage stores share: one workspace, one space of names. */
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

/** Refuses a name that no store can have, or that a store of either sort has already. */
export async function checkFreeStoreName(
  reader: CatalogReader,
  workspace: string,
  name: string,
): Promise<void> {
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The store name '${name}' ${problem}`);
  const taken =
    (await reader.get("data-store", workspace, name)) ??
    (await reader.get("coverage-store", workspace, name));
  if (taken === undefined) return;
  throw new CatalogError(
    "store-exists",
    `Store '${name}' already exists in workspace '${workspace}'`,
  );
}
