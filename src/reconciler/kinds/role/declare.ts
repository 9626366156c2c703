/** Declares roles. */
import { predefinedRoles } from "../../../model/role.ts";
import { declaring, fromTheStart } from "../declare/each.ts";
import { listRoles } from "../user/read.ts";

export const declareRoles = declaring(listRoles, async (_context, address) =>
  predefinedRoles.has(address.name) ? fromTheStart(address) : { ...address, spec: {} },
);
