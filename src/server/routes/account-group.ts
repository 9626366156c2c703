/** `/security/usergroup/groups` and `/group/{group}` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { userArgument } from "../catalog/account.ts";
import { createGroup, deleteGroup, membersOf, requireGroup } from "../catalog/account-group.ts";
import type { ServerContext } from "../context.ts";
import { parameter } from "../plugins/methods.ts";
import { listUsers } from "./account.ts";
import { runCommand } from "./documents.ts";
import { listPrincipals, serviceRoute } from "./security-service.ts";

/** Registers the routes. */
export function accountGroupRoutes(app: FastifyInstance, context: ServerContext): void {
  const group = (request: FastifyRequest) => parameter(request, "group");
  const groups = listPrincipals(context, "group", async (reader) =>
    (await reader.list("account-group", null)).map(({ name }) => name),
  );
  serviceRoute(app, "accountGroups", { GET: groups }, userArgument);
  const single = {
    POST: runCommand(context, (writer, request) => createGroup(writer, group(request)), 201),
    DELETE: runCommand(context, (writer, request) => deleteGroup(writer, group(request))),
  };
  serviceRoute(app, "accountGroup", single, userArgument);
  const members = listUsers(context, async (reader, request) => {
    await requireGroup(reader, group(request));
    return membersOf(reader, group(request));
  });
  serviceRoute(app, "accountGroupUsers", { GET: members }, userArgument);
}
