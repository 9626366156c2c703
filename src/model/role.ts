/** Built-in roles (docs/compatibility.md, "Accounts"). */

/** Roles of administrators. */
export const administratorRoles: ReadonlySet<string> = new Set(["ADMIN", "ROLE_ADMINISTRATOR"]);

/** The server's own roles, which cannot be created or removed. */
export const systemRoles: ReadonlySet<string> = new Set([
  "ROLE_ADMINISTRATOR",
  "ROLE_ANONYMOUS",
  "ROLE_AUTHENTICATED",
  "ROLE_GROUP_ADMIN",
]);

/** Roles of every new catalog, which cannot be removed. */
export const catalogRoles: ReadonlySet<string> = new Set(["ADMIN", "GROUP_ADMIN"]);

/** Roles that exist without being created. */
export const predefinedRoles: ReadonlySet<string> = new Set([...systemRoles, ...catalogRoles]);
