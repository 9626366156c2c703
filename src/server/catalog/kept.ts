/**
 * Keeps in memory what follows from the catalog, valid as long as what it was read from is unchanged
 * (docs/decisions/0072-kept-answers.md). The least recently used values make room.
 */
import type { Basis, Catalog, CatalogReader } from "./unit-of-work.ts";

/** Values by key. */
export interface Kept<Value> {
  /** Returns a valid value only, by the revision that was asked for last. */
  readonly at: (key: string) => Value | undefined;
  /** Keeps a value, unless it is too large, or something newer or larger of the same time is kept. */
  readonly keep: (key: string, value: Value, basis: Basis, size?: number) => void;
  readonly clear: () => void;
  readonly size: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly basis: Basis;
  readonly size: number;
}

/** An empty memory, for values of this total size. */
export function keptValues<Value>(
  most: number,
  catalog: Pick<Catalog, "isUnchanged">,
): Kept<Value> {
  // A map keeps insertion order: the least recently used come first.
  const entries = new Map<string, Entry<Value>>();
  let size = 0;
  const forget = (key: string) => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    at: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (!catalog.isUnchanged(entry.basis)) {
        forget(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    keep: (key, value, basis, own = 1) => {
      const { basis: { since = -1 } = {}, size: had = 0 } = entries.get(key) ?? {};
      if (own > most || since > basis.since || (since === basis.since && had > own)) return;
      forget(key);
      entries.set(key, { value, basis, size: own });
      size += own;
      for (const oldest of entries.keys()) {
        if (size <= most) break;
        forget(oldest);
      }
    },
    clear: () => {
      entries.clear();
      size = 0;
    },
    size: () => size,
  };
}

/** The basis of what follows from all that a reader has read so far. */
export async function basisOf(reader: CatalogReader): Promise<Basis> {
  const dependencies = reader.dependencies();
  return { since: await reader.revision(), dependencies };
}
