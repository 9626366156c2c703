/**
 * The last changes of a catalog, as a server has seen them in audit entries, and what they touched.
 * Together with the revision, they tell whether what was read is still the same
 * (docs/decisions/0072-kept-answers.md).
 */
import { seenChanges as limits } from "../../model/limits.ts";
import type { Basis } from "../catalog/unit-of-work.ts";
import { ANYTHING, namesOf, type TouchedRow } from "./dependencies.ts";

/** An audit entry; `rows` is null where it does not tell what was touched. */
export interface SeenEntry {
  readonly id: number;
  readonly revision: number;
  readonly rows: readonly TouchedRow[] | null;
}

/** A state of the catalog. */
export interface SeenState {
  readonly revision: number;
  /** The id of the last audit entry; null without any. */
  readonly last: number | null;
  /** Those after `SeenChanges.last`, in order, from the first on. */
  readonly entries: readonly SeenEntry[];
}

export interface SeenChanges {
  /** The highest revision that was followed; -1 before the first. */
  readonly revision: () => number;
  /** The id of the last entry that was followed; null before the first. */
  readonly last: () => number | null;
  /** States may come out of order. */
  readonly follow: (state: SeenState) => void;
  /** At the highest revision that was followed. False where that is not known. */
  readonly isUnchanged: (basis: Basis) => boolean;
}

export function seenChanges(): SeenChanges {
  const touchedAt = new Map<string, number>();
  let revision = -1;
  let last: number | null = null;
  // Of what is older, nothing is known.
  let floor = -1;
  const forget = (at: number) => {
    touchedAt.clear();
    floor = at;
    revision = at;
  };
  const followOne = (entry: SeenEntry) => {
    const isNext = entry.revision <= revision + 1;
    last = entry.id;
    if (entry.revision > revision) touchedAt.set(ANYTHING, entry.revision);
    revision = Math.max(revision, entry.revision);
    if (!isNext || entry.rows === null || touchedAt.size > limits.names) forget(revision);
    for (const name of (entry.rows ?? []).flatMap(namesOf)) touchedAt.set(name, entry.revision);
  };
  return {
    revision: () => revision,
    last: () => last,
    follow: (state) => {
      for (const entry of state.entries) if (last !== null && entry.id > last) followOne(entry);
      if (state.revision > revision) {
        // A change without an entry, more entries than are read, or the first look.
        forget(state.revision);
        last = state.last ?? 0;
      }
    },
    isUnchanged: ({ since, dependencies }) =>
      since >= floor && dependencies.every((name) => (touchedAt.get(name) ?? floor) <= since),
  };
}
