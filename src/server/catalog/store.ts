/** Rules that data stores and coverage stores share: one workspace, one space of names. */
import { nameFault } from "../../model/name.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** The workspace a store lies in, or is to lie in. Refuses with the code when there is none. */
export async function requireStoreWorkspace(
  reader: CatalogReader,
  name: string,
  code: "not-found" | "store-workspace-missing" = "not-found",
): Promise<Stored<"workspace">> {
  const found = await reader.get("workspace", null, name);
  if (found === undefined) throw new CatalogError(code, `No such workspace : ${name}`);
  return found;
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
  const fault = nameFault(name);
  if (fault !== undefined)
    throw new CatalogError("name-invalid", `The store name '${name}' ${fault}`);
  const taken =
    (await reader.get("data-store", workspace, name)) ??
    (await reader.get("coverage-store", workspace, name));
  if (taken === undefined) return;
  throw new CatalogError(
    "store-exists",
    `Store '${name}' already exists in workspace '${workspace}'`,
  );
}
