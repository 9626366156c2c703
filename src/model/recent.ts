/** Memory of bounded size: what was kept longest ago makes room. */

/** Values by key, so many of the latest. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly has: (key: string) => boolean;
  /** Keeps a value as the latest one. */
  readonly keep: (key: string, value: Value) => void;
  readonly forget: (key: string) => void;
  readonly clear: () => void;
  /** From the oldest to the latest. */
  readonly entries: () => Iterable<readonly [string, Value]>;
}

/** Remembers nothing yet; `most` is how much there is room for. */
export function recent<Value>(most: number): Recent<Value> {
  // A map keeps the order of insertion.
  const kept = new Map<string, Value>();
  return {
    get: (key) => kept.get(key),
    has: (key) => kept.has(key),
    keep: (key, value) => {
      kept.delete(key);
      const [oldest] = kept.keys();
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
      kept.set(key, value);
    },
    forget: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    entries: () => kept.entries(),
  };
}
