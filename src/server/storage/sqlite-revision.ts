/**
 * Reads the revision, and what changes have touched since it was last read. It has its own
 * connection, so that transactions of others do not hide commits
 * (docs/decisions/0072-kept-answers.md).
 */
import { seenChanges as limits } from "../../model/limits.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { asRefusal } from "./database-error.ts";
import { seenChanges, type SeenEntry } from "./seen-changes.ts";
import { connectReading, type Connection, type ConnectionOptions } from "./sqlite-connection.ts";

export interface Revision extends Pick<Catalog, "isUnchanged"> {
  /** Reads the revision. Refuses as the database does. */
  readonly read: () => number;
  /** As `read`; all who ask in one turn of the loop share it, until this server has changed something. */
  readonly now: () => number;
  readonly changed: () => void;
  readonly close: () => void;
}

/** Throws connection errors. */
export function openRevision(path: string, options: ConnectionOptions): Revision {
  const connection = connectReading(path, options);
  const seen = seenChanges();
  const value = numberOn(connection, "SELECT value FROM counters WHERE name = 'revision'");
  const last = numberOn(connection, "SELECT max(id) FROM audit");
  const entriesAfter = entriesOn(connection);
  const read = () => {
    try {
      const revision = value();
      // What is committed between these statements is followed with the next revision.
      if (revision !== seen.revision())
        seen.follow({ revision, last: last(), entries: entriesAfter(seen.last()) });
      return revision;
    } catch (error) {
      throw asRefusal(error);
    }
  };
  let shared: number | undefined;
  const changed = () => void (shared = undefined);
  return {
    read,
    now: () => {
      if (shared !== undefined) return shared;
      setImmediate(changed);
      return (shared = read());
    },
    changed,
    isUnchanged: seen.isUnchanged,
    close: () => connection.close(),
  };
}

function numberOn(connection: Connection, text: string): () => number {
  const query = connection.prepare(text);
  query.setReturnArrays(true);
  return () => Number((query.get() as readonly unknown[] | undefined)?.[0] ?? 0);
}

function entriesOn(connection: Connection): (last: number | null) => readonly SeenEntry[] {
  const query = connection.prepare(
    "SELECT id, revision, about FROM audit WHERE id > ? ORDER BY id LIMIT ?",
  );
  return (last) =>
    query.all(last, limits.entries).map(({ id, revision, about }) => {
      const { rows = null } = JSON.parse(String(about)) ?? {};
      return { id: Number(id), revision: Number(revision), rows };
    });
}
