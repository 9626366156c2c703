/** `/security/roles` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  createRole,
  deleteRole,
  grantRole,
  listRoles,
  revokeRole,
  roleArgument,
  rolesGivenTo,
} from "../catalog/role.ts";
import type { ServerContext } from "../context.ts";
import { parameter } from "../plugins/methods.ts";
import { runCommand } from "./documents.ts";
import { listPrincipals, serviceRoute } from "./security-service.ts";

/** Registers the routes. */
export function roleRoutes(app: FastifyInstance, context: ServerContext): void {
  const role = (request: FastifyRequest) => parameter(request, "role");
  serviceRoute(app, "roles", { GET: listPrincipals(context, "role", listRoles) }, roleArgument);
  const single = {
    POST: runCommand(context, (writer, request) => createRole(writer, role(request)), 201),
    DELETE: runCommand(context, (writer, request) => deleteRole(writer, role(request))),
  };
  serviceRoute(app, "role", single, roleArgument);
  for (const { kind, named, given, grant } of [
    { kind: "account", named: "user", given: "rolesOfUser", grant: "roleOfUser" },
    { kind: "account-group", named: "group", given: "rolesOfGroup", grant: "roleOfGroup" },
  ] as const) {
    const bearer = (request: FastifyRequest) => ({ kind, name: parameter(request, named) });
    const GET = listPrincipals(context, "role", (reader, request) =>
      rolesGivenTo(reader, bearer(request)),
    );
    serviceRoute(app, given, { GET }, roleArgument);
    const granting = {
      POST: runCommand(context, (writer, request) =>
        grantRole(writer, role(request), bearer(request)),
      ),
      DELETE: runCommand(context, (writer, request) =>
        revokeRole(writer, role(request), bearer(request)),
      ),
    };
    serviceRoute(app, grant, granting, roleArgument);
  }
}
