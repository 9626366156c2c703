/** Few passwords are hashed at a time and few wait, so that hashing starves nothing else. */
import { hashing } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";

/** Runs work in a slot, or refuses with busy when too much waits already. */
export type InSlot = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The slots of one server. */
export function hashSlots(): InSlot {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < hashing.slots) running++;
    else await queued(waiting);
    try {
      return await work();
    } finally {
      // The slot goes on to who waits longest; it is free only when nobody does.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function queued(waiting: (() => void)[]): Promise<void> {
  if (waiting.length < hashing.queued) return new Promise((resolve) => void waiting.push(resolve));
  throw new CatalogError(
    "busy",
    `More than ${hashing.queued} passwords wait to be checked; try again`,
    { retryAfter: hashing.retrySeconds },
  );
}
