/** What commands on settings share. */
import type { SettingsPatch, SettingTable } from "../../model/setting.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";

/** Refuses a patch that clears a number, where the dialect cannot. */
export function checkCleared(
  { clearsNumbers }: Dialect,
  table: SettingTable,
  { said }: SettingsPatch,
): void {
  if (clearsNumbers) return;
  const numbers = Object.values(table).filter(({ type }) => type === "number");
  const cleared = numbers.find(({ path }) => said[path] === null && !path.includes("/"));
  if (cleared === undefined) return;
  throw new CatalogError("bad-document", `${cleared.path} must be a number; it cannot be cleared`);
}
