/** Reads accounts, groups and roles of a server (docs/compatibility.md, "Accounts"). */
import type { User } from "../../../model/user.ts";
import { parsePrincipals, parseUsers } from "../../../wire/account.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import type { Reader } from "../../../wire/request.ts";

/** All accounts. Throws ReadError. */
export async function readUsers(read: Reader): Promise<readonly User[]> {
  const path = pathTo("users", {}, "xml");
  return parseUsers(expectFound(await get(read, path), path));
}

/** Names of all groups. Throws ReadError. */
export function readGroups(read: Reader): Promise<readonly string[]> {
  return readNames(read, "group", pathTo("accountGroups", {}, "xml"));
}

/** Names of all roles. Throws ReadError. */
export function readRoles(read: Reader): Promise<readonly string[]> {
  return readNames(read, "role", pathTo("roles", {}, "xml"));
}

/** The groups an account is in. Throws ReadError. */
export function readGroupsOfUser(read: Reader, user: string): Promise<readonly string[]> {
  return readNames(read, "group", pathTo("userGroups", { user }, "xml"));
}

/** The roles an account was given itself. Throws ReadError. */
export function readRolesOfUser(read: Reader, user: string): Promise<readonly string[]> {
  return readNames(read, "role", pathTo("rolesOfUser", { user }, "xml"));
}

/** The roles a group was given. Throws ReadError. */
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
