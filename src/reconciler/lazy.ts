/** Parts of kinds that are loaded when they are called: who meets no object of a kind pays nothing for it. */

/** A function out of a module that is loaded with its first call. */
export function lazy<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  const loaded = once(load);
  return async (...args) => (await loaded())(...args);
}

/** What is loaded with the first call, and the same with each later one: to ask for a module costs each time. */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => (loading ??= load());
}

/** What is made with the first call, and the same with each later one. */
export function madeOnce<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
