/** Graceful shutdown: pending requests are answered, and their connections end. */
import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { http, type HttpLimits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { ENDING, type Front } from "../front/front.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Aborted at shutdown, with the refusal of incomplete bodies as its reason. */
    readonly bodiesEnd: AbortSignal;
    /**
     * Until the shutdown delay is over, serves on but ends connections with their responses. Then
     * refuses new requests, answers earlier ones within the time limit, and closes everything.
     */
    readonly drain: () => Promise<void>;
  }
}

/** Installs the graceful shutdown. */
export function installDrain(app: FastifyInstance, front: Front, limits: HttpLimits): void {
  const bodies = new AbortController();
  app.decorate("bodiesEnd", bodies.signal);
  // Otherwise a busy connection would stay open until its client closes it.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (front.isLast(request.raw)) reply.header("connection", "close");
    done();
  });
  app.decorate("drain", async () => {
    front.leave();
    await past(limits.shutdownDelayMs);
    await takeWaiting(app.server);
    const ending = setTimeout(
      () => bodies.abort(new CatalogError("ending", ENDING)),
      limits.drainBodyMs,
    );
    await before(limits.drainMs, front.drain());
    clearTimeout(ending);
    // Connections that are still in the backlog are accepted and refused.
    await takeWaiting(app.server);
    const end = setTimeout(front.destroy, limits.lingerMs);
    await app.close();
    clearTimeout(end);
  });
}

async function past(milliseconds: number): Promise<void> {
  if (milliseconds > 0)
    await new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
}

async function before(milliseconds: number, awaited: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([awaited, late.promise]);
  clearTimeout(timer);
}

/**
 * Accepts the connections in the system's backlog, and reads their requests: the system would reset
 * them when listening stops, although they came in time. The number of turns is bounded.
 */
async function takeWaiting(server: Server): Promise<void> {
  let taken = 0;
  const count = () => taken++;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  server.on("connection", count).on("drop", count);
  // The current turn accepts nothing. Each following one accepts a connection, and reads from
  // earlier ones.
  await turn();
  for (let turns = 0, before = -1; taken > before && turns < http.connections; turns++) {
    before = taken;
    await turn();
  }
  server.off("connection", count).off("drop", count);
}
