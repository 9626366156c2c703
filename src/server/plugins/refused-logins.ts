/** Closes connections whose logins keep failing. */
import type { FastifyInstance, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Records a success that `onSend` does not see: the answer was kept. */
    readonly loginAccepted: (socket: FastifyRequest["socket"]) => void;
  }
}

/** Missing or wrong credentials, and throttled logins. */
const refused: ReadonlySet<number> = new Set([401, 429]);

/**
 * Closes the connection after two refusals in a row: the first may tell a client which credentials
 * to send.
 */
export function installRefusedLogins(app: FastifyInstance): void {
  const warned = new WeakSet<FastifyRequest["socket"]>();
  app.decorate("loginAccepted", (socket) => void warned.delete(socket));
  app.addHook("onSend", (request, reply, _payload, done) => {
    const { socket } = request;
    if (!refused.has(reply.statusCode)) warned.delete(socket);
    else if (warned.has(socket)) reply.header("connection", "close");
    else warned.add(socket);
    done();
  });
}
