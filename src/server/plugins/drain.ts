/** Draining: what is under way when the server closes is answered, and its connection ends. */
import type { FastifyInstance } from "fastify";

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
