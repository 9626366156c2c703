/** Parts of kinds that load on first use. */
import { madeOnce } from "../model/made-once.ts";

export { madeOnce };

/** A function from a module that loads on the first call. */
export function lazy<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  // A dynamic import costs time each time, so its promise is kept.
  const loaded = madeOnce(load);
  return async (...args) => (await loaded())(...args);
}
