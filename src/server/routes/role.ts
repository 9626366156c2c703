/** `/security/roles` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance } from "fastify";
import { renderPrincipals } from "../../wire/account.ts";
import {
  createRole,
  deleteRole,
  grantRole,
  listRoles,
  revokeRole,
  roleArgument,
  rolesGivenTo,
  type Bearer,
} from "../catalog/role.ts";
import type { ServerContext } from "../context.ts";
import { parameter, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";
import { serviceRoute } from "./security-service.ts";

/** Registers the routes. */
export function roleRoutes(app: FastifyInstance, context: ServerContext): void {
  serviceRoute(app, "roles", collection(context), roleArgument);
  serviceRoute(app, "role", single(context), roleArgument);
  for (const bearer of [
    { kind: "account", parameter: "user", given: "rolesOfUser", grant: "roleOfUser" },
    { kind: "account-group", parameter: "group", given: "rolesOfGroup", grant: "roleOfGroup" },
  ] as const) {
    serviceRoute(app, bearer.given, given(context, bearer), roleArgument);
    serviceRoute(app, bearer.grant, grant(context, bearer), roleArgument);
  }
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const names = await view(request, context, listRoles);
      return sendDocument(request, reply, renderPrincipals("role", names, rendering));
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    POST: async (request, reply) => {
      const role = parameter(request, "role");
      await change(request, context, (writer) => createRole(writer, role));
      return sendDone(reply, 201);
    },
    DELETE: async (request, reply) => {
      const role = parameter(request, "role");
      await change(request, context, (writer) => deleteRole(writer, role));
      return sendDone(reply);
    },
  };
}

/** Who has roles, and the path parameter that names one. */
interface BearerPath {
  readonly kind: Bearer;
  readonly parameter: "user" | "group";
}

function given(context: ServerContext, { kind, parameter: key }: BearerPath): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const names = await view(request, context, (reader) =>
        rolesGivenTo(reader, { kind, name: parameter(request, key) }),
      );
      return sendDocument(request, reply, renderPrincipals("role", names, rendering));
    },
  };
}

function grant(context: ServerContext, { kind, parameter: key }: BearerPath): Handlers {
  return {
    POST: async (request, reply) => {
      const bearer = { kind, name: parameter(request, key) };
      const role = parameter(request, "role");
      await change(request, context, (writer) => grantRole(writer, role, bearer));
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      const bearer = { kind, name: parameter(request, key) };
      const role = parameter(request, "role");
      await change(request, context, (writer) => revokeRole(writer, role, bearer));
      return sendDone(reply);
    },
  };
}
