/** Common code of the commands on settings. */
import type { SettingsPatch } from "../../model/setting.ts";
import type { PlacedParts } from "../../model/schema.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";

/** Throws if the patch clears a number and the dialect forbids that. */
export function checkCleared(
  { clearsNumbers }: Dialect,
  table: PlacedParts,
  { said }: SettingsPatch,
): void {
  if (clearsNumbers) return;
  const numbers = Object.values(table).filter(({ type }) => type === "number");
  const cleared = numbers.find(({ path }) => said[path] === null && !path.includes("/"));
  if (cleared === undefined) return;
  throw new CatalogError("bad-document", `${cleared.path} must be a number; it cannot be cleared`);
}
