/**
 * Listening at more than one address, as for `localhost`, which is ::1 beside 127.0.0.1 on most machines: the
 * framework does that by itself only where it makes the servers, and here the front does.
 */
import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Front } from "../front/front.ts";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Listens at a further address, at the port that is listened at already. Rejects with what the system
     * says when that is not possible.
     */
    readonly listenAlso: (host: string) => Promise<void>;
  }
}

/** Installs it; servers of further addresses end with the first one. */
export function installFurtherAddresses(
  app: FastifyInstance,
  { createServer }: Pick<Front, "createServer">,
): void {
  const servers: Server[] = [];
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
    server.on("error", (err) => app.log.warn({ err }, "a connection could not be taken"));
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
