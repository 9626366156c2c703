/** A connection on which nobody logs in ends: anyone who has credentials sends them along. */
import type { FastifyInstance, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Takes note that a request of a connection was answered by what no hook sees. */
    readonly loginAccepted: (socket: FastifyRequest["socket"]) => void;
  }
}

/** Without credentials, with wrong ones, and with those that have to wait. */
const refused: ReadonlySet<number> = new Set([401, 429]);

/** Lets the second refusal in a row end its connection; the first may be how a client learns what to send. */
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
