/** Draining: what is under way when the server closes is answered, and its connection ends. */
import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { http } from "../../model/limits.ts";

/** From the moment of closing on, every answer asks its client to let the connection go. */
export function installDrain(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  // Without it a connection that was busy at that moment would idle until its client is tired.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done();
  });
}

/**
 * Takes on what reached a server and still waits for it: connections that the system has accepted, and
 * the requests in them. The system resets them when the server stops listening, although their clients
 * came in time. It is over in some turns of the loop, whatever comes meanwhile.
 */
export async function takeWaiting(server: Server): Promise<void> {
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
