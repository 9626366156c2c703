/** Accounts and what they may be; hashes are made elsewhere. */
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Role that may do everything. */
const ADMINISTRATOR = "ROLE_ADMINISTRATOR";

/** As which the role service of a stock server knows the same role. */
const ADMINISTRATOR_ALIAS = "ADMIN";

/** Whether an account with these roles may do everything. */
export function isAdministrator(roles: readonly string[]): boolean {
  return roles.includes(ADMINISTRATOR) || roles.includes(ADMINISTRATOR_ALIAS);
}

/** The account of a user name. */
export async function findAccount(
  reader: CatalogReader,
  user: string,
): Promise<Stored<"account"> | undefined> {
  return reader.get("account", null, user);
}

/** Creates an administrator or gives it another password hash. */
export async function putAdministrator(
  writer: CatalogWriter,
  user: string,
  hash: string,
): Promise<void> {
  await writer.put(
    { kind: "account", workspace: null, name: user },
    { hash, enabled: true, roles: [ADMINISTRATOR], groups: [] },
  );
}

/** Roles of an account with those of its enabled groups. */
export async function rolesOf(
  reader: CatalogReader,
  account: Stored<"account">,
): Promise<readonly string[]> {
  const roles = new Set(account.value.roles);
  for (const name of account.value.groups) {
    const group = await reader.get("account-group", null, name);
    if (group?.value.enabled === true) group.value.roles.forEach((role) => roles.add(role));
  }
  return [...roles];
}
