/** Accounts and what they may be; hashes are made elsewhere (docs/compatibility.md, "Accounts"). */
import { fieldsOfPatch, type Patch } from "../../model/fields.ts";
import { nameProblem } from "../../model/name.ts";
import { catalogRoles } from "../../model/role.ts";
import { CatalogError } from "./errors.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Role that may do everything. */
const ADMINISTRATOR = "ROLE_ADMINISTRATOR";

/** The role that brings it, which is the one that accounts are given. */
const ADMIN = "ADMIN";

/** Roles that come with another one. */
const implied: ReadonlyMap<string, string> = new Map([
  [ADMIN, ADMINISTRATOR],
  ["GROUP_ADMIN", "ROLE_GROUP_ADMIN"],
]);

/** Role of everybody who has logged in. */
const AUTHENTICATED = "ROLE_AUTHENTICATED";

/**
 * Roles that can be given without having been created: those that every catalog starts with, and two
 * of the server's own, which accounts of earlier versions have.
 */
export const builtInRoles: ReadonlySet<string> = new Set([
  ...catalogRoles,
  ADMINISTRATOR,
  AUTHENTICATED,
]);

/** Whether somebody with these roles administrates. */
export function isAdministrator(roles: readonly string[]): boolean {
  return roles.includes(ADMINISTRATOR);
}

/** The account of a user name. */
export async function findAccount(
  reader: CatalogReader,
  user: string,
): Promise<Stored<"account"> | undefined> {
  return reader.get("account", null, user);
}

/** The account of a user name. Refuses with account-unknown when there is none. */
export async function requireAccount(
  reader: CatalogReader,
  user: string,
): Promise<Stored<"account">> {
  const found = await findAccount(reader, user);
  if (found === undefined) throw userArgument(`There is no user ${user}`);
  return found;
}

/** The one refusal of this family for whatever is wrong about users and groups; the log says more. */
export function userArgument(detail: string): CatalogError {
  return new CatalogError(
    "account-unknown",
    "User Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
    { detail },
  );
}

/** Creates an administrator or makes an account one, with this password hash. */
export async function putAdministrator(
  writer: CatalogWriter,
  user: string,
  hash: string,
): Promise<void> {
  const { roles = [], groups = [] } = (await findAccount(writer, user))?.value ?? {};
  await putAccount(writer, user, {
    hash,
    enabled: true,
    roles: roles.some((role) => isAdministrator(withImplied(role))) ? roles : [...roles, ADMIN],
    groups,
  });
}

/** Creates an account without roles and groups; it is enabled unless it is said to be not. */
export async function createAccount(
  writer: CatalogWriter,
  user: string,
  { hash, enabled = true }: { readonly hash: string; readonly enabled?: boolean | undefined },
): Promise<void> {
  checkPrincipalName("user", user);
  if ((await findAccount(writer, user)) !== undefined)
    throw new CatalogError("account-exists", `The user ${user} already exists`);
  await putAccount(writer, user, { hash, enabled, roles: [], groups: [] });
}

/** Refuses a name that Basic authentication or a path cannot carry. */
export function checkPrincipalName(noun: "user" | "group" | "role", name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The ${noun} name '${name}' ${problem}`);
}

/** Changes an account; one that is disabled loses its sessions. Refuses to switch off the last administrator. */
export async function updateAccount(
  writer: CatalogWriter,
  user: string,
  patch: Patch<Pick<RecordValues["account"], "hash" | "enabled">>,
): Promise<void> {
  const { value } = await requireAccount(writer, user);
  await putAccount(writer, user, { ...value, ...fieldsOfPatch(patch) });
  // They would come back with it.
  if (patch.enabled === false) await writer.removeSessions(user);
  await requireAnAdministrator(writer);
}

/** Gives an account another hash of the same password, unless it was changed in between; says whether it did. */
export async function renewAccountHash(
  writer: CatalogWriter,
  user: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const account = await findAccount(writer, user);
  if (account?.value.hash !== from) return false;
  await putAccount(writer, user, { ...account.value, hash: to });
  return true;
}

/** Removes an account. Refuses to remove the last administrator. */
export async function deleteAccount(writer: CatalogWriter, user: string): Promise<void> {
  await requireAccount(writer, user);
  await writer.remove({ kind: "account", workspace: null, name: user });
  await requireAnAdministrator(writer);
}

/** Puts the value of an account. */
export async function putAccount(
  writer: CatalogWriter,
  user: string,
  value: RecordValues["account"],
): Promise<void> {
  await writer.put({ kind: "account", workspace: null, name: user }, value);
}

/** Roles in force for an account: its own, those of its enabled groups, and what comes with them. */
export async function rolesOf(
  reader: CatalogReader,
  account: Stored<"account">,
): Promise<readonly string[]> {
  const roles = new Set([AUTHENTICATED, ...account.value.roles.flatMap(withImplied)]);
  for (const name of account.value.groups) {
    const group = await reader.get("account-group", null, name);
    if (group?.value.enabled !== true) continue;
    group.value.roles.flatMap(withImplied).forEach((role) => roles.add(role));
  }
  return [...roles];
}

function withImplied(role: string): readonly string[] {
  const more = implied.get(role);
  return more === undefined ? [role] : [role, more];
}

/** Whether an account can administrate by itself: switched on, with a role of its own for it. */
export function isAbleAdministrator({ enabled, roles }: RecordValues["account"]): boolean {
  return enabled && isAdministrator(roles.flatMap(withImplied));
}

/**
 * Refuses a change after which nobody could administrate; called at its end.
 * Deviation: last-administrator.
 */
export async function requireAnAdministrator(reader: CatalogReader): Promise<void> {
  for (const account of await reader.list("account", null)) {
    if (account.value.enabled && isAdministrator(await rolesOf(reader, account))) return;
  }
  throw new CatalogError(
    "last-administrator",
    "Nobody would be left who can administrate; give another enabled account the role ADMIN first",
  );
}
