/** Values that are made when they are first needed. */

/** Creates a value on the first call and caches it. */
export function madeOnce<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
