/**
 * The revision of a shared catalog, as one server sees it. Caches depend on it, so it must never
 * identify another state, even when the database is set back by a backup or by failover to a
 * lagging replica (docs/decisions/0072-kept-answers.md).
 */
import { sql, type Kysely } from "kysely";
import { CatalogError } from "../catalog/errors.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
import type { Recorder } from "./noted-reads.ts";
import { StandbyError } from "./postgres-error.ts";
import { areSame, readsText } from "./postgres-units.ts";
import type { Tables } from "./schema.ts";

export interface SeenRevisions {
  /**
   * Call it before the connection or transaction is made that the returned query runs on. The query
   * also compares traces, in the same statement. It rejects with CatalogError once the database was
   * set back.
   */
  readonly ask: () => (database: Kysely<Tables>, traces?: ReadonlySet<Trace>) => Promise<number>;
  /** The trace of what is recorded; only `ask` compares it. */
  readonly trace: (recorder: Recorder) => Trace | undefined;
  /** Whether the database was set back. Caches may then hold lost states. */
  readonly isSetBack: () => boolean;
}

/** `token` is that of the change that made the revision; earlier versions leave none. */
interface State {
  readonly revision: number;
  readonly token: string | null;
}

/** What a trace holds; `at` is the last revision at which it was the same. */
interface Compared {
  readonly reads: string;
  at: number;
}

export function seenRevisions(): SeenRevisions {
  let last: State = { revision: -1, token: null };
  let isSetBack = false;
  const compared = new WeakMap<Trace, Compared>();
  return {
    ask: () => {
      const least = last.revision;
      return async (database, traces = new Set()) => {
        const open = [...traces].flatMap((trace) => compared.get(trace) ?? []);
        const found = await readState(database, open);
        const isOther = found.revision === last.revision && found.token !== last.token;
        isSetBack ||= isOther || found.revision < least;
        if (isSetBack)
          throw new CatalogError("ending", "This server ends, since its database was set back");
        // Results may arrive out of order.
        if (found.revision > last.revision) last = found;
        for (const [index, one] of open.entries())
          if (found.same?.[index] === true) one.at = found.revision;
        return found.revision;
      };
    },
    trace: (recorder) => {
      const noted = recorder.noted();
      if (noted === undefined) return undefined;
      const { reads, characters } = noted;
      const own: Compared = { reads: readsText(reads), at: -1 };
      const trace: Trace = { characters, isAt: (revision) => own.at === revision };
      compared.set(trace, own);
      return trace;
    },
    isSetBack: () => isSetBack,
  };
}

async function readState(
  database: Kysely<Tables>,
  compared: readonly Compared[],
): Promise<State & { readonly same?: readonly boolean[] | null }> {
  const texts = compared.map(({ at, reads }) => `[${at},${reads}]`);
  const same = sql`(select jsonb_agg(
      case when (one.value->>0)::bigint = counters.value then true
      else ${areSame(sql`one.value->1`)} end order by one.ordinality)
    from jsonb_array_elements(${`[${texts.join(",")}]`}::jsonb) with ordinality as one) as same`;
  const found = await sql<
    State & { isStandby: boolean; same?: readonly boolean[] | null }
  >`select value as revision, token, pg_is_in_recovery() as "isStandby"
    ${compared.length === 0 ? sql`` : sql`, ${same}`}
    from counters where name = 'revision'`.execute(database);
  const [row] = found.rows;
  if (row === undefined) return { revision: 0, token: null };
  // A replica may lag behind.
  if (row.isStandby) throw new StandbyError();
  return row;
}
