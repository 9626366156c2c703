/** Account groups; members have their roles (docs/compatibility.md, "Accounts"). */
import {
  checkPrincipalName,
  putAccount,
  requireAccount,
  requireAnAdministrator,
  userArgument,
} from "./account.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Returns a group. Throws account-unknown if it does not exist. */
export async function requireGroup(
  reader: CatalogReader,
  name: string,
): Promise<Stored<"account-group">> {
  const found = await reader.get("account-group", null, name);
  if (found === undefined) throw userArgument(`There is no group ${name}`);
  return found;
}

/** Creates an enabled group. */
export async function createGroup(writer: CatalogWriter, name: string): Promise<void> {
  checkPrincipalName("group", name);
  if ((await writer.get("account-group", null, name)) !== undefined)
    throw new CatalogError("account-exists", `The group ${name} already exists`);
  const key = { kind: "account-group", workspace: null, name } as const;
  await writer.put(key, { enabled: true, roles: [] });
}

/** Removes a group; its members stay. */
export async function deleteGroup(writer: CatalogWriter, name: string): Promise<void> {
  await requireGroup(writer, name);
  for (const account of await membersOf(writer, name)) await leave(writer, account, name);
  await writer.remove({ kind: "account-group", workspace: null, name });
  await requireAnAdministrator(writer);
}

/** Lists the members of a group. */
export async function membersOf(
  reader: CatalogReader,
  group: string,
): Promise<readonly Stored<"account">[]> {
  const all = await reader.list("account", null);
  return all.filter(({ value }) => value.groups.includes(group));
}

/** Adds an account to a group. */
export async function joinGroup(
  writer: CatalogWriter,
  user: string,
  group: string,
): Promise<{ readonly wasMember: boolean }> {
  const { value } = await requireAccount(writer, user);
  await requireGroup(writer, group);
  if (value.groups.includes(group)) return { wasMember: true };
  const groups = [...value.groups, group].toSorted();
  await putAccount(writer, user, { ...value, groups });
  return { wasMember: false };
}

/** Removes an account from a group. */
export async function leaveGroup(
  writer: CatalogWriter,
  user: string,
  group: string,
): Promise<void> {
  const account = await requireAccount(writer, user);
  await requireGroup(writer, group);
  if (!account.value.groups.includes(group)) return;
  await leave(writer, account, group);
  await requireAnAdministrator(writer);
}

async function leave(
  writer: CatalogWriter,
  { name, value }: Stored<"account">,
  group: string,
): Promise<void> {
  const groups = value.groups.filter((one) => one !== group);
  await putAccount(writer, name, { ...value, groups });
}
