/** `/security/usergroup/groups` and `/group/{group}` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance } from "fastify";
import { renderPrincipals, renderUsers } from "../../wire/account.ts";
import { userArgument } from "../catalog/account.ts";
import { createGroup, deleteGroup, membersOf, requireGroup } from "../catalog/account-group.ts";
import type { ServerContext } from "../context.ts";
import { parameter, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { usersOf } from "./account.ts";
import { sendDone } from "./created.ts";
import { serviceRoute } from "./security-service.ts";

/** Registers the routes. */
export function accountGroupRoutes(app: FastifyInstance, context: ServerContext): void {
  serviceRoute(app, "accountGroups", collection(context), userArgument);
  serviceRoute(app, "accountGroup", single(context), userArgument);
  serviceRoute(app, "accountGroupUsers", members(context), userArgument);
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => reader.list("account-group", null));
      const names = found.map(({ name }) => name);
      return sendDocument(request, reply, renderPrincipals("group", names, rendering));
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    POST: async (request, reply) => {
      const group = parameter(request, "group");
      await change(request, context, (writer) => createGroup(writer, group));
      return sendDone(reply, 201);
    },
    DELETE: async (request, reply) => {
      const group = parameter(request, "group");
      await change(request, context, (writer) => deleteGroup(writer, group));
      return sendDone(reply);
    },
  };
}

function members(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const group = parameter(request, "group");
      const found = await view(request, context, async (reader) => {
        await requireGroup(reader, group);
        return membersOf(reader, group);
      });
      return sendDocument(request, reply, renderUsers(usersOf(found), rendering));
    },
  };
}
