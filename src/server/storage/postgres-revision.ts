/**
 * The revision of a shared catalog, as one server sees it. Caches depend on it, so it must never
 * identify another state, even when the database is set back by a backup or by failover to a
 * lagging replica (docs/decisions/0072-kept-answers.md).
 */
import { sql, type Kysely } from "kysely";
import { CatalogError } from "../catalog/errors.ts";
import { StandbyError } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";

export interface SeenRevisions {
  /**
   * Call it before the connection or transaction is made that the returned query runs on. The query
   * rejects with CatalogError once the database was set back.
   */
  readonly ask: () => (database: Kysely<Tables>) => Promise<number>;
  /** Whether the database was set back. Caches may then hold lost states. */
  readonly isSetBack: () => boolean;
}

/** `token` is that of the change that made the revision; earlier versions leave none. */
interface State {
  readonly revision: number;
  readonly token: string | null;
}

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
        // Results may arrive out of order.
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
  // A replica may lag behind.
  if (row.isStandby) throw new StandbyError();
  return row;
}
