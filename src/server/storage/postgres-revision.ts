/**
 * The revision of a catalog in a database, as one server sees it. Whatever is kept in memory counts as long as the
 * revision is the same, so it must never be that of another state: not even where the database was set back, by a
 * failover to a copy that lacked changes or by a backup, and goes on from there
 * (docs/decisions/0072-kept-answers.md).
 */
import { sql, type Kysely } from "kysely";
import { CatalogError } from "../catalog/errors.ts";
import { StandbyError } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";

/** The revisions that a server has seen. */
export interface SeenRevisions {
  /**
   * Begins a question; gives what asks it of a connection or transaction that is made after that. Rejects with
   * CatalogError where the database was set back, and from then on always.
   */
  readonly ask: () => (database: Kysely<Tables>) => Promise<number>;
  /** Whether the database was set back: what this server keeps is of states that are none. */
  readonly isSetBack: () => boolean;
}

/** A state of a catalog: its revision, with the token of the change that made it; servers of before give none. */
interface State {
  readonly revision: number;
  readonly token: string | null;
}

/** Has seen nothing yet. */
export function seenRevisions(): SeenRevisions {
  let last: State = { revision: -1, token: null };
  let isSetBack = false;
  return {
    ask: () => {
      const least = last.revision;
      return async (database) => {
        const found = await readState(database);
        const isOther = found.revision === last.revision && found.token !== last.token;
        isSetBack ||= isOther || found.revision < least;
        if (isSetBack)
          throw new CatalogError("ending", "This server ends, since its database was set back");
        // Answers may come in another order than they were asked for.
        if (found.revision > last.revision) last = found;
        return found.revision;
      };
    },
    isSetBack: () => isSetBack,
  };
}

async function readState(database: Kysely<Tables>): Promise<State> {
  const found = await sql<State & { isStandby: boolean }>`select value as revision, token,
    pg_is_in_recovery() as "isStandby" from counters where name = 'revision'`.execute(database);
  const [row] = found.rows;
  if (row === undefined) return { revision: 0, token: null };
  // It may lag behind.
  if (row.isStandby) throw new StandbyError();
  return row;
}
