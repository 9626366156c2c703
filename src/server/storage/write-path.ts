/**
 * The write path of both databases (docs/decisions/0071-writes.md). A unit of work first runs
 * without the lock, on reads that need not be of one state. The database compares them under the
 * lock, in the call that writes. Where something differs, the unit runs again with the lock held.
 */
import type { Catalog, CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { SoundContents } from "./contents.ts";
import type { TouchingIndexes } from "./granule-indexes.ts";
import { noting, type NotedRead } from "./noted-reads.ts";
import type { Ask } from "./statements.ts";
import { NeedsLockError, openUnit, type UnitList, type UnitOptions } from "./unit.ts";

/** What a unit reads from, and writes indexes with. */
export interface UnitSource {
  readonly ask: Ask;
  readonly reader: (ask: Ask) => CatalogReader;
}

/** A source of the state under the lock. */
export interface LockedSource extends UnitSource {
  readonly indexes: TouchingIndexes;
}

/** A database that units are written to. */
export interface UnitDatabase extends UnitSource {
  /** Whether all reads would give the same now, in one state. */
  readonly confirm: (reads: readonly NotedRead[]) => Promise<boolean>;
  /** Resolves when the changes are durable; false, and nothing is changed, if a read differs. */
  readonly apply: (list: UnitList) => Promise<boolean>;
  /** Runs work with the lock held, applies its list, and resolves when that is durable. */
  readonly hold: <Result>(
    work: (source: LockedSource) => Promise<{ readonly result: Result; readonly list: UnitList }>,
  ) => Promise<Result>;
}

/** `now` returns ISO 8601 times. */
export function writingTo(
  database: UnitDatabase,
  { now, sound }: { readonly now: () => string; readonly sound: SoundContents },
): Pick<Catalog, "write" | "keepIdentities"> {
  return {
    write: async (origin, work) => {
      const unit = { origin, now: now(), sound };
      const first = await runFreely(database, unit, work);
      if (first !== undefined) return first.result;
      return database.hold(async ({ ask, reader, indexes }) => {
        const { writer, list } = openUnit({ ...unit, reader: reader(ask), ask, indexes });
        const result = await work(writer);
        return { result, list: { reads: [], ...list() } };
      });
    },
    keepIdentities: async (identities) => {
      const changes = [...identities].map(
        ([digest, identity]) => ["keepIdentity", [identity, digest]] as const,
      );
      await database.apply({ reads: [], changes, entry: undefined });
    },
  };
}

/** Runs a unit without the lock; undefined where it has to run again with the lock. */
async function runFreely<Result>(
  database: UnitDatabase,
  parts: Pick<UnitOptions, "origin" | "now" | "sound">,
  work: (writer: CatalogWriter) => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const reads: NotedRead[] = [];
  const ask = noting(database.ask, (read) => void reads.push(read));
  const { writer, list } = openUnit({
    ...parts,
    reader: database.reader(ask),
    ask,
    indexes: undefined,
  });
  let result: Result;
  try {
    result = await work(writer);
  } catch (error) {
    if (error instanceof NeedsLockError) return undefined;
    // What was read may never have been together in one state.
    if (await database.confirm(reads)) throw error;
    return undefined;
  }
  const { changes, entry } = list();
  const isWritten =
    changes.length === 0 && entry === undefined
      ? await database.confirm(reads)
      : await database.apply({ reads, changes, entry });
  return isWritten ? { result } : undefined;
}
