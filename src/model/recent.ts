/** A bounded memory that drops the oldest entry. */

/** The latest values by key. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly has: (key: string) => boolean;
  /** Stores a value as the latest. */
  readonly keep: (key: string, value: Value) => void;
  readonly forget: (key: string) => void;
  readonly clear: () => void;
  /** From oldest to latest. */
  readonly entries: () => Iterable<readonly [string, Value]>;
}

/** An empty memory for `most` entries. */
export function recent<Value>(most: number): Recent<Value> {
  // A map keeps insertion order.
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
