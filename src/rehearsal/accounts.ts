/** Copies roles, groups, accounts and their assignments; passwords are random. */
import type { Address } from "../model/address.ts";
import { parsePrincipals, parseUsers, renderUserInput } from "../wire/account.ts";
import { pathTo } from "../wire/addressing.ts";
import { expectFound, get } from "../wire/reading.ts";
import type { Reader } from "../wire/request.ts";
import { each } from "../model/each.ts";
import { reveal } from "../model/secret.ts";
import { makePassword } from "../server/administrator.ts";
import { xmlRequest, type Copying } from "./copying.ts";

interface FoundAccount {
  readonly name: string;
  readonly enabled: boolean;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
}

/** Copies all accounts. The account in use loses the roles that it lacks on the original last. */
export async function copyAccounts(copying: Copying): Promise<void> {
  const { original, copy } = copying;
  const roles = await namesAt(original.read, "role", pathTo("roles", {}, "xml"));
  const known = new Set(await namesAt(copy.read, "role", pathTo("roles", {}, "xml")));
  for (const role of roles.filter((one) => !known.has(one)))
    await copying.write(roleAddress(role), { method: "POST", path: pathTo("role", { role }) });
  const groups = await namesAt(original.read, "group", pathTo("accountGroups", {}, "xml"));
  for (const group of groups) await copyGroup(copying, group);
  const path = pathTo("users", {}, "xml");
  const users = parseUsers(expectFound(await get(original.read, path), path));
  const accounts = await each(users, async ({ userName: name, enabled }) => ({
    name,
    enabled,
    groups: await namesAt(original.read, "group", pathTo("userGroups", { user: name }, "xml")),
    roles: await namesAt(original.read, "role", pathTo("rolesOfUser", { user: name }, "xml")),
  }));
  for (const account of accounts) await copyAccount(copying, account);
  const own = accounts.find(({ name }) => name === original.account);
  if (own !== undefined) await takeRoles(copying, own);
}

function roleAddress(name: string): Address {
  return { kind: "Role", workspace: null, name };
}

async function namesAt(
  read: Reader,
  noun: "group" | "role",
  path: string,
): Promise<readonly string[]> {
  return parsePrincipals(noun, expectFound(await get(read, path), path));
}

async function copyGroup(copying: Copying, group: string): Promise<void> {
  const address = { kind: "User", workspace: null, name: group };
  await copying.write(address, { method: "POST", path: pathTo("accountGroup", { group }) });
  const path = pathTo("rolesOfGroup", { group }, "xml");
  for (const role of await namesAt(copying.original.read, "role", path))
    await copying.write(address, { method: "POST", path: pathTo("roleOfGroup", { role, group }) });
}

async function copyAccount(
  copying: Copying,
  { name: user, enabled, groups, roles }: FoundAccount,
): Promise<void> {
  const address = { kind: "User", workspace: null, name: user };
  if (user !== copying.original.account) {
    const body = renderUserInput({ userName: user, password: reveal(makePassword()), enabled });
    await copying.write(address, xmlRequest("POST", pathTo("users", {}), body));
  }
  for (const group of groups)
    await copying.write(address, { method: "POST", path: pathTo("userGroup", { user, group }) });
  for (const role of roles)
    await copying.write(address, { method: "POST", path: pathTo("roleOfUser", { role, user }) });
}

/** The copy made this account an administrator by a role that the original may not give. */
async function takeRoles(copying: Copying, { name: user, roles }: FoundAccount): Promise<void> {
  const own = new Set(roles);
  const path = pathTo("rolesOfUser", { user }, "xml");
  const address = { kind: "User", workspace: null, name: user };
  for (const role of await namesAt(copying.copy.read, "role", path)) {
    if (own.has(role)) continue;
    await copying.write(address, { method: "DELETE", path: pathTo("roleOfUser", { role, user }) });
  }
}
