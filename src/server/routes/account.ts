/** `/security/usergroup/users` and `/user/{user}` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { passwordProblem } from "../../model/password.ts";
import { parseUserInput, renderUsers } from "../../wire/account.ts";
import {
  createAccount,
  deleteAccount,
  requireAccount,
  updateAccount,
  userArgument,
} from "../catalog/account.ts";
import { joinGroup, leaveGroup } from "../catalog/account-group.ts";
import { CatalogError } from "../catalog/errors.ts";
import { missingText } from "../catalog/missing-text.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { parameter, type Handlers, type RouteHandler } from "../plugins/methods.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendDone, sendText } from "./created.ts";
import { readDocument, runCommand } from "./documents.ts";
import { listPrincipals, serviceRoute } from "./security-service.ts";

/** Registers the routes. */
export function accountRoutes(app: FastifyInstance, context: ServerContext): void {
  const groups = listPrincipals(context, "group", async (reader, request) => {
    const { value } = await requireAccount(reader, userOf(request));
    return value.groups;
  });
  serviceRoute(app, "users", collection(context), userArgument);
  serviceRoute(app, "user", single(context), userArgument);
  serviceRoute(app, "userGroups", { GET: groups }, userArgument);
  serviceRoute(app, "userGroup", membership(context), userArgument);
}

function userOf(request: FastifyRequest): string {
  return parameter(request, "user");
}

/** Handles GET of accounts. */
export function listUsers(
  context: ServerContext,
  find: (reader: CatalogReader, request: FastifyRequest) => Promise<readonly Stored<"account">[]>,
): RouteHandler {
  return readDocument(context, {
    find,
    render: (accounts, rendering) => {
      const users = accounts.map(({ name, value }) => ({ userName: name, enabled: value.enabled }));
      return renderUsers(users, rendering);
    },
  });
}

function collection(context: ServerContext): Handlers {
  return {
    GET: listUsers(context, (reader) => reader.list("account", null)),
    POST: async (request, reply) => {
      const { userName = "", password = "", enabled } = secretBody(request, parseUserInput);
      if (userName === "") throw new CatalogError("field-missing", "userName is missing");
      if (password === "") throw new CatalogError("field-missing", "password is missing");
      if (enabled === undefined && context.dialect.usersNeedEnabled) {
        const message = missingText(context.dialect, "enabled", "enabled is missing");
        throw new CatalogError("field-missing", message);
      }
      const hash = await hashOf(context, password);
      await change(request, context, (writer) =>
        createAccount(writer, userName, { hash, enabled }),
      );
      return sendDone(reply, 201);
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    POST: async (request, reply) => {
      const user = userOf(request);
      const { password, enabled } = secretBody(request, parseUserInput);
      await view(request, context, (reader) => requireAccount(reader, user));
      const hash = password === undefined ? undefined : await hashOf(context, password);
      await change(request, context, (writer) => updateAccount(writer, user, { hash, enabled }));
      return sendDone(reply);
    },
    DELETE: runCommand(context, (writer, request) => deleteAccount(writer, userOf(request))),
  };
}

async function hashOf(context: ServerContext, password: string): Promise<string> {
  const problem = passwordProblem(password);
  if (problem !== undefined)
    throw new CatalogError("password-refused", `The password cannot be used: it ${problem}`);
  return context.hashPassword(password);
}

function membership(context: ServerContext): Handlers {
  return {
    POST: async (request, reply) => {
      const { wasMember } = await change(request, context, (writer) =>
        joinGroup(writer, userOf(request), parameter(request, "group")),
      );
      return sendText(reply, wasMember ? "Username already associated with this groupname" : "");
    },
    DELETE: runCommand(context, (writer, request) =>
      leaveGroup(writer, userOf(request), parameter(request, "group")),
    ),
  };
}
