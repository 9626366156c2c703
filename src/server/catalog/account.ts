/** Accounts and their roles; hashes are made elsewhere (docs/compatibility.md, "Accounts"). */
import { type Patch, fieldsOfPatch } from "../../model/schema.ts";
import { nameProblem } from "../../model/name.ts";
import { catalogRoles } from "../../model/role.ts";
import { CatalogError } from "./errors.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const ADMINISTRATOR = "ROLE_ADMINISTRATOR";

/** The role that accounts are given; it implies ADMINISTRATOR. */
const ADMIN = "ADMIN";

const implied: ReadonlyMap<string, string> = new Map([
  [ADMIN, ADMINISTRATOR],
  ["GROUP_ADMIN", "ROLE_GROUP_ADMIN"],
]);

const AUTHENTICATED = "ROLE_AUTHENTICATED";

/** Roles that exist without being created; older catalogs assign the last two to accounts. */
export const builtInRoles: ReadonlySet<string> = new Set([
  ...catalogRoles,
  ADMINISTRATOR,
  AUTHENTICATED,
]);

/** Tells whether the roles include the administrator role. */
export function isAdministrator(roles: readonly string[]): boolean {
  return roles.includes(ADMINISTRATOR);
}

/** Finds an account by user name. */
export async function findAccount(
  reader: CatalogReader,
  user: string,
): Promise<Stored<"account"> | undefined> {
  return reader.get("account", null, user);
}

/** Throws account-unknown if the account does not exist. */
export async function requireAccount(
  reader: CatalogReader,
  user: string,
): Promise<Stored<"account">> {
  const found = await findAccount(reader, user);
  if (found === undefined) throw userArgument(`There is no user ${user}`);
  return found;
}

/** The only error for invalid users and groups; the details go to the log. */
export function userArgument(detail: string): CatalogError {
  return new CatalogError(
    "account-unknown",
    "User Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
    { detail },
  );
}

/** Creates an administrator, or makes an account one, with this password hash. */
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

/** Creates an account without roles and groups; it is enabled by default. */
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

/** Throws if Basic authentication or a path cannot carry the name. */
export function checkPrincipalName(noun: "user" | "group" | "role", name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The ${noun} name '${name}' ${problem}`);
}

/** Disabling an account removes its sessions. Throws if no administrator would remain. */
export async function updateAccount(
  writer: CatalogWriter,
  user: string,
  patch: Patch<Pick<RecordValues["account"], "hash" | "enabled">>,
): Promise<void> {
  const { value } = await requireAccount(writer, user);
  await putAccount(writer, user, { ...value, ...fieldsOfPatch(patch) });
  // Otherwise re-enabling the account would restore them.
  if (patch.enabled === false) await writer.removeSessions(user);
  await requireAnAdministrator(writer);
}

/** Replaces the hash of an unchanged password. Returns false if it was changed meanwhile. */
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

/** Removes an account. Throws if no administrator would remain. */
export async function deleteAccount(writer: CatalogWriter, user: string): Promise<void> {
  await requireAccount(writer, user);
  await writer.remove({ kind: "account", workspace: null, name: user });
  await requireAnAdministrator(writer);
}

export async function putAccount(
  writer: CatalogWriter,
  user: string,
  value: RecordValues["account"],
): Promise<void> {
  await writer.put({ kind: "account", workspace: null, name: user }, value);
}

/** What a login is checked against; `account` is undefined if there is no enabled account. */
export interface LoginAccount {
  readonly account: Stored<"account"> | undefined;
  readonly roles: readonly string[];
}

/** The account of a user, as far as it may log in. */
export async function findLogin(reader: CatalogReader, user: string): Promise<LoginAccount> {
  const account = await findAccount(reader, user);
  if (account?.value.enabled !== true) return { account: undefined, roles: [] };
  return { account, roles: await rolesOf(reader, account) };
}

/** Returns the account's own roles, those of its enabled groups, and implied roles. */
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

/** Tells whether an account is enabled and is an administrator by its own roles. */
export function isAbleAdministrator({ enabled, roles }: RecordValues["account"]): boolean {
  return enabled && isAdministrator(roles.flatMap(withImplied));
}

/** Throws if no administrator remains; called after a change. Deviation: last-administrator. */
export async function requireAnAdministrator(reader: CatalogReader): Promise<void> {
  for (const account of await reader.list("account", null)) {
    if (account.value.enabled && isAdministrator(await rolesOf(reader, account))) return;
  }
  throw new CatalogError(
    "last-administrator",
    "Nobody would be left who can administrate; give another enabled account the role ADMIN first",
  );
}
