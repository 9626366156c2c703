/** A process that is killed: from some write on, nothing that it sends gets through. */
import { isBookkeeping } from "./catalog.ts";
import type { Transport } from "../../../src/wire/request.ts";

/** Sends until so many requests that write to the catalog were sent; `isOver` says whether it came to that. */
export function killedAfter(
  writes: number,
  real: Transport,
): { readonly send: Transport; readonly isOver: () => boolean } {
  let left = writes;
  let isOver = false;
  return {
    isOver: () => isOver,
    send: async (request) => {
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead && !isBookkeeping(request) && left-- <= 0) isOver = true;
      if (isOver) throw new Error("killed");
      return real(request);
    },
  };
}
