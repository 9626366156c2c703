/** Operations on accounts, groups and roles. */
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { lists, readableTypes, type Operation, type Operations } from "./operation.ts";

function reads(summary: string): Operation {
  return { ...lists(summary), refuses: ["account-unknown"] };
}

function does(summary: string, ...refuses: readonly CatalogErrorCode[]): Operation {
  return { summary, answers: { 200: "Done" }, refuses: ["account-unknown", ...refuses] };
}

function creates(summary: string, ...refuses: readonly CatalogErrorCode[]): Operation {
  return { summary, answers: { 201: "Created" }, refuses: ["account-unknown", ...refuses] };
}

function removes(summary: string, ...refuses: readonly CatalogErrorCode[]): Operation {
  const more: readonly CatalogErrorCode[] = ["account-unknown", "last-administrator", ...refuses];
  return { summary, answers: { 200: "Removed" }, refuses: more };
}

export const accountOperations: Operations = {
  ownPassword: {
    GET: {
      summary: "Refused: passwords are not readable",
      answers: {},
      refuses: ["not-possible"],
    },
    PUT: {
      summary: "Change the password of the account itself",
      takes: readableTypes,
      answers: { 200: "Changed" },
      refuses: ["bad-map-document", "own-password-missing", "own-password"],
    },
  },
  users: {
    GET: reads("List accounts"),
    POST: {
      ...creates(
        "Create an account",
        "account-exists",
        "bad-map-document",
        "field-missing",
        "password-refused",
      ),
      takes: readableTypes,
    },
  },
  user: {
    POST: {
      ...does(
        "Change an account: its password, or whether it is enabled",
        "bad-map-document",
        "password-refused",
        "last-administrator",
      ),
      takes: readableTypes,
    },
    DELETE: removes("Remove an account"),
  },
  userGroups: { GET: reads("List the groups of an account") },
  userGroup: {
    POST: does("Put an account into a group; the body says when it was in it already"),
    DELETE: removes("Take an account out of a group"),
  },
  accountGroups: { GET: reads("List groups of accounts") },
  accountGroup: {
    POST: creates("Create a group of accounts", "account-exists"),
    DELETE: removes("Remove a group of accounts"),
  },
  accountGroupUsers: { GET: reads("List the accounts of a group") },
  roles: { GET: reads("List roles") },
  role: {
    POST: creates("Create a role", "role-exists"),
    DELETE: removes("Remove a role", "role-built-in"),
  },
  rolesOfUser: { GET: reads("List the roles of an account; an unknown one has none") },
  rolesOfGroup: { GET: reads("List the roles of a group; an unknown one has none") },
  roleOfUser: {
    POST: does("Give a role to an account"),
    DELETE: removes("Take a role from an account"),
  },
  roleOfGroup: {
    POST: does("Give a role to a group"),
    DELETE: removes("Take a role from a group"),
  },
};
