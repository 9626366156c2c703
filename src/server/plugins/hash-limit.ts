/** Few passwords are hashed at a time and few of one client wait, so that hashing starves nothing else. */
import { hashing } from "../../model/limits.ts";
import { openTurns, staying } from "./turns.ts";

/** Runs work within the limit, in the turn of the named client, or refuses with busy when too much of it waits already. */
export type WithinHashLimit = <Result>(
  name: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/** The limit of one server. */
export interface HashLimit {
  readonly run: WithinHashLimit;
  readonly waiting: () => number;
}

/** Opens the limit; nothing is under way. */
export function hashLimit(): HashLimit {
  const turns = openTurns({
    places: hashing.concurrency,
    waiting: hashing.queued,
    sliceMs: Infinity,
    newcomerTurns: 0,
    shared: false,
    refusal: `More than ${hashing.queued} passwords wait to be checked; try again`,
    retrySeconds: hashing.retrySeconds,
  });
  // Several requests may wait for one check, so it is made even if the first of them is gone.
  return {
    run: (name, work) => turns.take(staying(name), work),
    waiting: () => turns.counts().waiting,
  };
}
