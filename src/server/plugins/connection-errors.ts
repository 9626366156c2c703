/** Logs errors of accepting connections, such as a lack of descriptors. */
import type { FastifyInstance } from "fastify";

/**
 * Installed once the server listens: earlier errors belong to the caller of listen(). An unhandled
 * error would end the process.
 */
export function installConnectionErrors(app: FastifyInstance): void {
  app.addHook("onListen", (done) => {
    app.server.on("error", (err) => app.log.warn({ err }, "a connection could not be taken"));
    done();
  });
}
