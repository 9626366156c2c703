/** Declares roles. */
import { predefinedRoles } from "../../../model/role.ts";
import type { Declare } from "../../kind.ts";
import { declareEach, fromTheStart, NOTHING } from "../declare/each.ts";
import { readRoles } from "../user/read.ts";

export const declareRoles: Declare = async ({ read }, place) => {
  if (place.workspace !== null) return NOTHING;
  const addresses = (await readRoles(read)).map((name) => ({
    kind: "Role",
    workspace: null,
    name,
  }));
  return declareEach(addresses, place, async (address) => {
    const { kind, name } = address;
    if (predefinedRoles.has(name)) return fromTheStart(address);
    return { kind, workspace: null, name, spec: {} };
  });
};
