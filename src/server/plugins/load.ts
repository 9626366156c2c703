/** How much the server takes on at once; beyond it clients are told to come back. */
import type { FastifyInstance } from "fastify";
import { http } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";

/** Bounds connections and requests under way (docs/compatibility.md, "Bounds"). */
export function installLoad(app: FastifyInstance): void {
  let underWay = 0;
  app.server.maxConnections = http.connections;
  // Until then a fault is that of listening, which the caller hears of. Afterwards it is one connection
  // that could not be taken, which would end the process if nobody listened.
  app.addHook("onListen", (done) => {
    app.server.on("error", (err) => app.log.warn({ err }, "a connection could not be taken"));
    done();
  });
  app.addHook("onRequest", async (_request, reply) => {
    underWay++;
    // Fires in any case, also when the client goes before there is an answer.
    reply.raw.once("close", () => underWay--);
    if (underWay > http.requests) {
      throw new CatalogError("busy", `More than ${http.requests} requests are under way`);
    }
  });
}
