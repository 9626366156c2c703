/** What only administrators may do, whatever the rules on paths say (docs/compatibility.md, "Accounts"). */
import type { FastifyRequest } from "fastify";
import { isAdministrator } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import { principalOf } from "./auth.ts";

/** Refuses everybody but administrators with not-administrator, or with the code of a route. */
export function requireAdministrator(
  request: FastifyRequest,
  code: "not-administrator" | "not-administrator-put" = "not-administrator",
): void {
  if (isAdministrator(principalOf(request).roles)) return;
  throw new CatalogError(code, "Administrative privileges required");
}
