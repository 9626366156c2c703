/** Connections that cannot be taken, such as where descriptors run out: reported, and the process stays. */
import type { FastifyInstance } from "fastify";

/**
 * Listens for them from when the server listens. Until then an error is that of listening, which the caller
 * hears of; afterwards it would end the process if nobody listened.
 */
export function installConnectionErrors(app: FastifyInstance): void {
  app.addHook("onListen", (done) => {
    app.server.on("error", (err) => app.log.warn({ err }, "a connection could not be taken"));
    done();
  });
}
