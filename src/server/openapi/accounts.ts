/** Operations on accounts, their groups and roles. */
import { documentTypes, lists, type Operation, type Operations } from "./operation.ts";

const gives = documentTypes;
const unknown = { 400: "Somebody or something named is not known" };

function reads(summary: string): Operation {
  return { summary, gives, answers: { 200: "The list", ...unknown } };
}

function does(summary: string): Operation {
  return { summary, answers: { 200: "Done", ...unknown } };
}

function creates(summary: string): Operation {
  return { summary, answers: { 201: "Created", ...unknown, 409: "It is there already" } };
}

function removes(summary: string): Operation {
  return {
    summary,
    answers: { 200: "Removed", ...unknown, 409: "Nobody could administrate then" },
  };
}

/** The descriptions. */
export const accountOperations: Operations = {
  ownPassword: {
    GET: { summary: "Refused: a password cannot be read", answers: { 405: "Always" } },
    PUT: {
      summary: "Change one's own password",
      takes: documentTypes,
      answers: { 200: "Changed", 400: "It is missing", 422: "It cannot be used" },
    },
  },
  users: {
    GET: lists("List accounts"),
    POST: {
      ...creates("Create an account"),
      takes: documentTypes,
    },
  },
  user: {
    POST: {
      ...does("Change an account: its password, or whether it is enabled"),
      takes: documentTypes,
    },
    DELETE: removes("Remove an account"),
  },
  userGroups: { GET: reads("List the groups of an account") },
  userGroup: {
    POST: does("Put an account into a group"),
    DELETE: removes("Take an account out of a group"),
  },
  accountGroups: { GET: lists("List groups of accounts") },
  accountGroup: {
    POST: creates("Create a group of accounts"),
    DELETE: removes("Remove a group of accounts"),
  },
  accountGroupUsers: { GET: reads("List the accounts of a group") },
  roles: { GET: lists("List roles") },
  role: { POST: creates("Create a role"), DELETE: removes("Remove a role") },
  rolesOfUser: { GET: reads("List the roles of an account") },
  rolesOfGroup: { GET: reads("List the roles of a group") },
  roleOfUser: {
    POST: does("Give a role to an account"),
    DELETE: removes("Take a role from an account"),
  },
  roleOfGroup: {
    POST: does("Give a role to a group"),
    DELETE: removes("Take a role from a group"),
  },
};
