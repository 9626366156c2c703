/**
 * Listens at several addresses: `localhost` is often ::1 and 127.0.0.1. Fastify does that only for
 * servers it creates itself. Logs errors of accepting connections, such as a lack of descriptors.
 */
import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Front } from "../front/front.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Uses the port of the server. Rejects with the system's error. */
    readonly listenAlso: (host: string) => Promise<void>;
  }
}

/** Installs `listenAlso`; its servers close with the first one. */
export function installListening(
  app: FastifyInstance,
  { createServer }: Pick<Front, "createServer">,
): void {
  const servers: Server[] = [];
  // Unhandled, an error would end the process. Before a server listens, errors are of the caller.
  const logErrors = (server: Server) =>
    void server.on("error", (err) => app.log.warn({ err }, "a connection could not be taken"));
  app.addHook("onListen", async () => logErrors(app.server));
  let closing: Promise<unknown> = Promise.resolve();
  app.decorate("listenAlso", async (host: string) => {
    const first = app.server.address();
    const port = typeof first === "object" ? first?.port : undefined;
    const server = createServer((request, response) => app.routing(request, response));
    const listening = Promise.withResolvers<void>();
    server.once("error", listening.reject);
    server.listen({ host, port }, listening.resolve);
    await listening.promise;
    server.off("error", listening.reject);
    logErrors(server);
    servers.push(server);
  });
  app.addHook("preClose", (done) => {
    closing = Promise.all(
      servers.map((server) => new Promise((resolve) => void server.close(resolve))),
    );
    done();
  });
  app.addHook("onClose", async () => void (await closing));
}
