/** Parts of kinds that are loaded when they are called: who meets no object of a kind pays nothing for it. */

/** A function out of a module that is loaded with its first call. */
export function lazy<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): (...args: Args) => Promise<Result> {
  return async (...args) => (await load())(...args);
}
