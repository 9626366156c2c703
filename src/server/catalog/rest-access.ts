/** Whether rules on requests let an account's request in (docs/compatibility.md, "Rules on requests"). */
import { grants } from "../../model/access-rule.ts";
import { rolesForRequest, type RuledRequest } from "../../model/rest-rule.ts";
import { listRules } from "./access-rules.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** Whether the first rule that covers a request is for one of the roles; without a rule it is not. */
export async function mayRequest(
  reader: CatalogReader,
  roles: readonly string[],
  request: RuledRequest,
): Promise<boolean> {
  const rule = rolesForRequest(await listRules(reader, "rest"), request);
  return rule !== undefined && grants(rule, new Set(roles));
}
