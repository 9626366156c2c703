/** Roles that servers know by themselves (docs/compatibility.md, "Accounts"). */

/** Roles whose holders administrate. */
export const administratorRoles: ReadonlySet<string> = new Set(["ADMIN", "ROLE_ADMINISTRATOR"]);

/** Roles that are the server's own: nobody creates them, and they cannot be removed. */
export const systemRoles: ReadonlySet<string> = new Set([
  "ROLE_ADMINISTRATOR",
  "ROLE_ANONYMOUS",
  "ROLE_AUTHENTICATED",
  "ROLE_GROUP_ADMIN",
]);

/** Roles that every catalog starts with; they cannot be removed. */
export const catalogRoles: ReadonlySet<string> = new Set(["ADMIN", "GROUP_ADMIN"]);

/** Roles that nobody has to create. */
export const predefinedRoles: ReadonlySet<string> = new Set([...systemRoles, ...catalogRoles]);
