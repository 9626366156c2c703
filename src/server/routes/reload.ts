/**
 * `/reload` and `/reset` only drop cached credentials (docs/compatibility.md, "Reload and reset").
 */
import type { FastifyInstance } from "fastify";
import { routePattern } from "../../wire/paths.ts";
import { route, type RouteHandler } from "../plugins/methods.ts";
import { sendDone } from "./created.ts";

/** Registers the routes. */
export function reloadRoutes(app: FastifyInstance): void {
  const drop: RouteHandler = async (_request, reply) => {
    app.forgetCredentials();
    return sendDone(reply);
  };
  for (const name of ["reload", "reset"] as const) {
    route(app, routePattern(name), { POST: drop, PUT: drop });
  }
}
