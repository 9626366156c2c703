/** Roles and their assignments (docs/compatibility.md, "Accounts"). */
import { rules as limits } from "../../model/limits.ts";
import { catalogRoles, systemRoles } from "../../model/role.ts";
import { builtInRoles, checkPrincipalName, requireAnAdministrator } from "./account.ts";
import { CatalogError } from "./errors.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

export type Bearer = "account" | "account-group";

/** Lists initial and created roles, sorted. As on a stock server, internal roles are excluded. */
export async function listRoles(reader: CatalogReader): Promise<readonly string[]> {
  const made = (await reader.list("role", null)).map(({ name }) => name);
  return [...new Set([...catalogRoles, ...made])].toSorted();
}

/** Creates an unassigned role. */
export async function createRole(writer: CatalogWriter, role: string): Promise<void> {
  checkPrincipalName("role", role);
  if (/[\s,]/.test(role))
    throw new CatalogError(
      "name-invalid",
      `The role name '${role}' contains white space or a comma`,
    );
  if (Buffer.byteLength(role) > limits.roleBytes)
    throw new CatalogError(
      "name-invalid",
      `The role name is longer than ${limits.roleBytes} bytes (${Buffer.byteLength(role)})`,
    );
  if (systemRoles.has(role))
    throw new CatalogError(
      "role-exists",
      `The role ${role} is the server's own; nobody creates it`,
    );
  if (await exists(writer, role))
    throw new CatalogError("role-exists", `Role '${role}' already exists`);
  await writer.put({ kind: "role", workspace: null, name: role }, {});
}

async function exists(reader: CatalogReader, role: string): Promise<boolean> {
  return builtInRoles.has(role) || (await reader.get("role", null, role)) !== undefined;
}

/** Removes a role and its assignments. */
export async function deleteRole(writer: CatalogWriter, role: string): Promise<void> {
  await requireRole(writer, role);
  if (builtInRoles.has(role))
    throw new CatalogError("role-built-in", `The role ${role} is built in and cannot be removed`);
  for (const kind of ["account", "account-group"] as const) {
    for (const { name, value } of await writer.list(kind, null)) {
      if (value.roles.includes(role)) await putRoles(writer, { kind, name }, without(value, role));
    }
  }
  await writer.remove({ kind: "role", workspace: null, name: role });
}

async function requireRole(reader: CatalogReader, role: string): Promise<void> {
  if (!(await exists(reader, role))) throw roleArgument(`There is no role ${role}`);
}

/** The only error for invalid roles; the details go to the log. */
export function roleArgument(detail: string): CatalogError {
  return new CatalogError(
    "account-unknown",
    "Role Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
    { detail },
  );
}

/** Lists directly assigned roles, sorted; none if there is no such account or group. */
export async function rolesGivenTo(
  reader: CatalogReader,
  { kind, name }: { readonly kind: Bearer; readonly name: string },
): Promise<readonly string[]> {
  const found = await reader.get(kind, null, name);
  return found?.value.roles.toSorted() ?? [];
}

/** Deviation: roles-of-somebody. */
async function requireBearer(
  reader: CatalogReader,
  { kind, name }: { readonly kind: Bearer; readonly name: string },
) {
  const found = await reader.get(kind, null, name);
  if (found === undefined)
    throw roleArgument(`There is no ${kind === "account" ? "user" : "group"} ${name}`);
  return found;
}

/** Assigns a role; a repeated assignment changes nothing. */
export async function grantRole(
  writer: CatalogWriter,
  role: string,
  bearer: { readonly kind: Bearer; readonly name: string },
): Promise<void> {
  await requireRole(writer, role);
  const { value } = await requireBearer(writer, bearer);
  if (value.roles.includes(role)) return;
  await putRoles(writer, bearer, [...value.roles, role].toSorted());
}

/** Unassigns a role. Throws if no administrator would remain. */
export async function revokeRole(
  writer: CatalogWriter,
  role: string,
  bearer: { readonly kind: Bearer; readonly name: string },
): Promise<void> {
  await requireRole(writer, role);
  const { value } = await requireBearer(writer, bearer);
  if (!value.roles.includes(role)) return;
  await putRoles(writer, bearer, without(value, role));
  await requireAnAdministrator(writer);
}

function without({ roles }: { readonly roles: readonly string[] }, role: string) {
  return roles.filter((one) => one !== role);
}

async function putRoles(
  writer: CatalogWriter,
  { kind, name }: { readonly kind: Bearer; readonly name: string },
  roles: readonly string[],
): Promise<void> {
  const found = await writer.get(kind, null, name);
  if (found === undefined) return;
  await writer.put({ kind, workspace: null, name }, { ...found.value, roles });
}
