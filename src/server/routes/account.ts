/** `/security/usergroup/users` and `/user/{user}` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance } from "fastify";
import { passwordFault } from "../../model/password.ts";
import { parseUserInput, renderPrincipals, renderUsers } from "../../wire/account.ts";
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
import type { ServerContext } from "../context.ts";
import { parameter, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone, sendText } from "./created.ts";
import { serviceRoute } from "./security-service.ts";

/** Registers the routes. */
export function accountRoutes(app: FastifyInstance, context: ServerContext): void {
  serviceRoute(app, "users", collection(context), userArgument);
  serviceRoute(app, "user", single(context), userArgument);
  serviceRoute(app, "userGroups", groups(context), userArgument);
  serviceRoute(app, "userGroup", membership(context), userArgument);
}

/** Accounts as lists show them. */
export function usersOf(accounts: readonly Stored<"account">[]) {
  return accounts.map(({ name, value }) => ({ userName: name, enabled: value.enabled }));
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => reader.list("account", null));
      return sendDocument(request, reply, renderUsers(usersOf(found), rendering));
    },
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
      const user = parameter(request, "user");
      const { password, enabled } = secretBody(request, parseUserInput);
      await view(request, context, (reader) => requireAccount(reader, user));
      const hash = password === undefined ? undefined : await hashOf(context, password);
      await change(request, context, (writer) => updateAccount(writer, user, { hash, enabled }));
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      const user = parameter(request, "user");
      await change(request, context, (writer) => deleteAccount(writer, user));
      return sendDone(reply);
    },
  };
}

async function hashOf(context: ServerContext, password: string): Promise<string> {
  const fault = passwordFault(password);
  if (fault !== undefined)
    throw new CatalogError("password-refused", `The password cannot be used: it ${fault}`);
  return context.hashPassword(password);
}

function groups(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { value } = await view(request, context, (reader) =>
        requireAccount(reader, parameter(request, "user")),
      );
      return sendDocument(request, reply, renderPrincipals("group", value.groups, rendering));
    },
  };
}

function membership(context: ServerContext): Handlers {
  return {
    POST: async (request, reply) => {
      const [user, group] = [parameter(request, "user"), parameter(request, "group")];
      const { wasMember } = await change(request, context, (writer) =>
        joinGroup(writer, user, group),
      );
      return sendText(reply, wasMember ? "Username already associated with this groupname" : "");
    },
    DELETE: async (request, reply) => {
      const [user, group] = [parameter(request, "user"), parameter(request, "group")];
      await change(request, context, (writer) => leaveGroup(writer, user, group));
      return sendDone(reply);
    },
  };
}
