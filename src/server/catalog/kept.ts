/**
 * Keeps in memory what follows from the catalog: values with what was read for them, valid as long
 * as that would read the same (docs/decisions/0072-kept-answers.md). The least recently used make
 * room.
 */
import type { CatalogReader, Trace } from "./unit-of-work.ts";

/** What a value follows from. Without traces it is valid at its revision only. */
export interface Basis {
  /** That of before the first look. */
  readonly revision: number;
  /** Whether all looks were at that revision. */
  readonly isAt: boolean;
  /** Together they name everything that was read. */
  readonly traces: readonly Trace[];
}

/** Values by key. */
export interface Kept<Value> {
  /** Returns a valid value only. The revision was asked for together with `traces`. */
  readonly at: (revision: number, key: string) => Value | undefined;
  readonly traces: (key: string) => readonly Trace[];
  /**
   * Keeps a value, unless it is too large. What is kept of the same revision stays if it is not
   * smaller: those who ask for the revision name its traces by then, and would all find another one.
   */
  readonly keep: (key: string, value: Value, basis: Basis, size?: number) => void;
  readonly clear: () => void;
  readonly size: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly traces: readonly Trace[];
  readonly size: number;
  readonly from: number;
  /** The last revision at which the value is known to be valid; -1 where only traces tell. */
  at: number;
}

/** An empty memory, for values of this total size. */
export function keptValues<Value>(most: number): Kept<Value> {
  // A map keeps insertion order: the least recently used come first.
  const entries = new Map<string, Entry<Value>>();
  let size = 0;
  const forget = (key: string) => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    at: (revision, key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A request that has waited may get what is newer than its revision, as if it read it now.
      if (revision > entry.at && !areAt(revision, entry.traces)) return undefined;
      entry.at = Math.max(revision, entry.at);
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    traces: (key) => entries.get(key)?.traces ?? [],
    keep: (key, value, { revision: from, isAt, traces }, own = 1) => {
      const before = entries.get(key);
      if (own > most || (before !== undefined && before.from >= from && before.size >= own)) return;
      forget(key);
      entries.set(key, { value, traces, size: own, from, at: isAt ? from : -1 });
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

function areAt(revision: number, traces: readonly Trace[]): boolean {
  return traces.length > 0 && traces.every((trace) => trace.isAt(revision));
}

/** The basis of what follows from all that a reader has read so far. */
export async function basisOf(reader: CatalogReader): Promise<Basis> {
  const traces = [reader.trace() ?? []].flat();
  return { revision: await reader.revision(), isAt: true, traces };
}
