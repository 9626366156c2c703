/** `/security/self/password` (docs/compatibility.md, "Accounts"). */
import type { FastifyInstance } from "fastify";
import { http } from "../../model/limits.ts";
import { passwordProblem } from "../../model/password.ts";
import { parseOwnPassword } from "../../wire/own-password.ts";
import { routePattern } from "../../wire/paths.ts";
import { updateAccount } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { route } from "../plugins/methods.ts";
import { principalOf } from "../plugins/principal.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import { change } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";

/** Registers the route. */
export function ownPasswordRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(
    app,
    routePattern("ownPassword"),
    {
      GET: async (_request, reply) => {
        reply.header("Allow", "PUT");
        throw new CatalogError("not-possible", "You can not request the password!");
      },
      PUT: async (request, reply) => {
        const password = secretBody(request, parseOwnPassword);
        if (password === undefined)
          throw new CatalogError("own-password-missing", "Missing 'newPassword'");
        if (passwordProblem(password) !== undefined)
          throw new CatalogError("own-password", "Bad password");
        const hash = await context.hashPassword(password);
        const { user } = principalOf(request);
        await change(request, context, (writer) => updateAccount(writer, user, { hash }));
        return sendDone(reply);
      },
    },
    options,
  );
}
