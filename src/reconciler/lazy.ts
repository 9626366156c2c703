/** Parts of kinds that load on first use. */
export { madeOnce } from "../model/made-once.ts";

/** A function from a module that loads on the first call. */
export function lazy<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  const loaded = once(load);
  return async (...args) => (await loaded())(...args);
}

/** Caches the promise, because each dynamic import costs time. */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => (loading ??= load());
}
