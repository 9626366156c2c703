/**
 * The revision of a shared catalog, as one server sees it. Caches depend on it, so it must never
 * identify another state, even when the database is set back by a backup or by failover to a
 * lagging replica (docs/decisions/0072-kept-answers.md).
 */
import { sql, type Kysely } from "kysely";
import { seenChanges as limits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { StandbyError } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";
import { seenChanges, type SeenState } from "./seen-changes.ts";

export interface SeenRevisions extends Pick<Catalog, "isUnchanged"> {
  /**
   * Call it before the connection or transaction is made that the returned query runs on. It
   * rejects with CatalogError once the database was set back.
   */
  readonly ask: () => (database: Kysely<Tables>) => Promise<number>;
  /** Whether the database was set back. Caches may then hold lost states. */
  readonly isSetBack: () => boolean;
}

/** `token` is that of the change that made the revision; earlier versions leave none. */
interface State extends SeenState {
  readonly token: string | null;
}

export function seenRevisions(): SeenRevisions {
  const changes = seenChanges();
  let last: Pick<State, "revision" | "token"> = { revision: -1, token: null };
  let isSetBack = false;
  return {
    ask: () => {
      const least = last.revision;
      return async (database) => {
        const found = await readState(database, changes.last());
        const isOther = found.revision === last.revision && found.token !== last.token;
        isSetBack ||= isOther || found.revision < least;
        if (isSetBack)
          throw new CatalogError("ending", "This server ends, since its database was set back");
        // Results may arrive out of order.
        if (found.revision > last.revision) last = found;
        changes.follow(found);
        return found.revision;
      };
    },
    isUnchanged: changes.isUnchanged,
    isSetBack: () => isSetBack,
  };
}

/** The state, with the entries after one. */
async function readState(database: Kysely<Tables>, after: number | null): Promise<State> {
  const found = await sql<State & { isStandby: boolean }>`select value as revision, token,
      pg_is_in_recovery() as "isStandby", (select max(id) from audit) as last,
      array(select json_build_object('id', id, 'revision', revision, 'rows', about::json->'rows')
        from audit where id > ${after}::bigint order by id limit ${limits.entries}) as entries
    from counters where name = 'revision'`.execute(database);
  const [row] = found.rows;
  if (row === undefined) return { revision: 0, token: null, last: null, entries: [] };
  // A replica may lag behind.
  if (row.isStandby) throw new StandbyError();
  return row;
}
