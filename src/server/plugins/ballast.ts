/** Deletions get room on a full disk: they are how it gets any. */
import type { FastifyInstance } from "fastify";

/** Room that can be given away. */
export interface Room {
  /** Gives it away when next to nothing is free. */
  readonly makeRoom: () => Promise<void>;
}

/** Looks at the disk before each deletion. */
export function installBallast(app: FastifyInstance, { makeRoom }: Room): void {
  app.addHook("preHandler", async (request) => {
    if (request.method === "DELETE") await makeRoom();
  });
}
