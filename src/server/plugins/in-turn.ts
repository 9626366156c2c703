/** The catalog for the work of a request: each piece of it waits for its turn. */
import type { FastifyRequest } from "fastify";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { staying, type Asker } from "./turns.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whether it has begun to change something: that is finished, also when nobody waits for it. */
    isChanging: boolean;
  }
}

/** What of a catalog is done in turns. */
export type CatalogInTurn = Pick<Catalog, "read" | "write">;

/**
 * Waits for the turn of who asks, and does nothing for a client that has left, unless something is
 * changed already. Refuses with busy and client-left.
 */
export function inTurn(request: FastifyRequest, catalog: CatalogInTurn): CatalogInTurn {
  const { reads, writes } = request.server.turns;
  return {
    read: (work) => reads.take(askerOf(request), () => catalog.read(work)),
    write: (origin, work) =>
      writes.take(askerOf(request), () => {
        request.isChanging = true;
        return catalog.write(origin, work);
      }),
  };
}

function askerOf({ asker, isChanging }: FastifyRequest): Asker {
  return isChanging ? staying(asker.name) : asker;
}
