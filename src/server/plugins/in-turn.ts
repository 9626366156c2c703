/** Gives requests access to the catalog in turns. */
import type { FastifyRequest } from "fastify";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { uncancellable, type Requester } from "./turns.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the first write: the request then finishes even when its client leaves. */
    isChanging: boolean;
  }
}

export type CatalogInTurn = Pick<Catalog, "read" | "write">;

/**
 * Waits for the client's turn. Does nothing once the client has left, unless a write has begun.
 * Refuses with busy and client-left.
 */
export function inTurn(request: FastifyRequest, catalog: CatalogInTurn): CatalogInTurn {
  const { reads, writes } = request.server.turns;
  return {
    read: (work) => reads.take(requesterOf(request), () => catalog.read(work)),
    write: (origin, work) =>
      writes.take(requesterOf(request), () => {
        request.isChanging = true;
        return catalog.write(origin, work);
      }),
  };
}

function requesterOf({ requester, isChanging }: FastifyRequest): Requester {
  return isChanging ? uncancellable(requester.name) : requester;
}
