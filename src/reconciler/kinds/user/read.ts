/**
 * Reads accounts, groups and roles (docs/compatibility.md, "Accounts"). Functions throw
 * ReadError.
 */
import type { User } from "../../../model/user.ts";
import { parsePrincipals, parseUsers } from "../../../wire/account.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import type { Reader } from "../../../wire/request.ts";
import type { Listing } from "../../kind.ts";

export async function readUsers(read: Reader): Promise<readonly User[]> {
  const path = pathTo("users", {}, "xml");
  return parseUsers(expectFound(await get(read, path), path));
}

export function readGroups(read: Reader): Promise<readonly string[]> {
  return readNames(read, "group", pathTo("accountGroups", {}, "xml"));
}

export const listRoles: Listing = {
  outside: async ({ read }) =>
    (await readRoles(read)).map((name) => ({ kind: "Role", workspace: null, name })),
};

export function readRoles(read: Reader): Promise<readonly string[]> {
  return readNames(read, "role", pathTo("roles", {}, "xml"));
}

export function readGroupsOfUser(read: Reader, user: string): Promise<readonly string[]> {
  return readNames(read, "group", pathTo("userGroups", { user }, "xml"));
}

/** Roles of the account's groups are not among them. */
export function readRolesOfUser(read: Reader, user: string): Promise<readonly string[]> {
  return readNames(read, "role", pathTo("rolesOfUser", { user }, "xml"));
}

export function readRolesOfGroup(read: Reader, group: string): Promise<readonly string[]> {
  return readNames(read, "role", pathTo("rolesOfGroup", { group }, "xml"));
}

async function readNames(
  read: Reader,
  noun: "group" | "role",
  path: string,
): Promise<readonly string[]> {
  return parsePrincipals(noun, expectFound(await get(read, path), path));
}
