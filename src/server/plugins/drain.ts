/** Draining: what is under way when the server ends is answered, and its connection ends. */
import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { http, type HttpLimits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { ENDING, type Front } from "../front/front.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Is aborted with the refusal for bodies that are not whole when the server ends. */
    readonly bodiesEnd: AbortSignal;
    /**
     * Goes on for the shutdown delay, with answers that end their connections; then refuses what comes, and answers
     * what came before, as far as that ends in time; then stops listening and ends all connections.
     */
    readonly drain: () => Promise<void>;
  }
}

/** Installs the end of a server. */
export function installDrain(app: FastifyInstance, front: Front, limits: HttpLimits): void {
  const bodies = new AbortController();
  app.decorate("bodiesEnd", bodies.signal);
  // Without it a connection that was busy at that moment would idle until its client is tired.
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
    // Who is in line to be taken on comes too late, and is reported so.
    await takeWaiting(app.server);
    const end = setTimeout(front.destroy, limits.lingerMs);
    await app.close();
    clearTimeout(end);
  });
}

/** Waits for so long; not at all for no time. */
async function past(milliseconds: number): Promise<void> {
  if (milliseconds > 0)
    await new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
}

/** Waits for a promise, but not longer than that. */
async function before(milliseconds: number, awaited: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([awaited, late.promise]);
  clearTimeout(timer);
}

/**
 * Takes on what reached a server and still waits for it: connections that the system has accepted, and
 * the requests in them. The system resets them when the server stops listening, although their clients
 * came in time. It is over in some turns of the loop, whatever comes meanwhile.
 */
async function takeWaiting(server: Server): Promise<void> {
  let taken = 0;
  const count = () => taken++;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  server.on("connection", count).on("drop", count);
  // The rest of this turn brings nothing new. Each one takes a connection, and reads from those before.
  await turn();
  for (let turns = 0, before = -1; taken > before && turns < http.connections; turns++) {
    before = taken;
    await turn();
  }
  server.off("connection", count).off("drop", count);
}
