/**
 * The registry of a catalog's servers: which are alive, which change which folder, and which clean
 * up after dead ones (docs/decisions/0081-several-servers.md).
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Change } from "./postgres-changes.ts";
import { askPatiently } from "./postgres-connections.ts";
import { BEING_COPIED, copyLock } from "./postgres-tables.ts";
import { SCHEMA_VERSION, type Tables } from "./schema.ts";

/**
 * The registry as one server uses it. Members reject with CatalogError when the database is away.
 */
export interface ServerTable {
  readonly id: string;
  /** Rejects with Error while the catalog is copied. */
  readonly join: () => Promise<void>;
  /**
   * Sends a heartbeat. Returns why the server must stop changing anything: others took it for
   * `gone`, a `newer` version migrated the tables, or the database was `set-back`.
   */
  readonly renew: () => Promise<"gone" | "newer" | "set-back" | undefined>;
  /**
   * Deregisters the server, unless it has claims or others took it for gone; these remove it
   * themselves.
   */
  readonly leave: () => Promise<void>;
  /** Claims the folder of a store; false while another server has it. */
  readonly claim: (folder: string) => Promise<boolean>;
  readonly giveBack: (folder: string) => Promise<void>;
  /**
   * Takes over a server that was silent for so long, or whose cleaner is gone too. Once this
   * resolves, that server can change nothing more.
   */
  readonly takeGone: (silentMs: number) => Promise<string | undefined>;
  readonly known: () => Promise<ReadonlySet<string>>;
  /** Removes a server that was cleaned up, with its claims. */
  readonly forget: (id: string) => Promise<void>;
}

/** `name` is for operators. */
export function serverTable(
  database: Kysely<Tables>,
  change: Change,
  { id, name }: { readonly id: string; readonly name: string },
): ServerTable {
  const ask = <Row>(query: RawBuilder<Row>) => askPatiently(database, query);
  return {
    id,
    join: async () => {
      // A copy looks for servers after it has locked; from then on none can join. The row exists
      // when the response to an earlier attempt was lost.
      const joined = await ask(sql`insert into servers (id, name) select ${id}::text, ${name}::text
        where pg_try_advisory_xact_lock_shared(${copyLock(sql`current_schema()`)})
        on conflict (id) do update set name = excluded.name returning id`);
      if (joined.length === 0) throw new Error(`The catalog is not free: ${BEING_COPIED}`);
    },
    renew: async () => {
      const [row] = await ask(sql<{ version: number }>`update servers set seen = clock_timestamp()
        where id = ${id} and swept_by is null
        returning (select max(version) from versions) as version`);
      if (row === undefined) return "gone";
      return row.version > SCHEMA_VERSION ? "newer" : undefined;
    },
    leave: async () => {
      // With claims it stays, so that others clean up before they change its folders.
      await ask(sql`delete from servers where id = ${id} and swept_by is null
        and not exists (select from folder_claims where server = ${id})`);
    },
    claim: async (folder) => {
      // It is its own claim (giving it back failed), or that of a removed server.
      const claimed = await ask(sql`insert into folder_claims (folder, server)
        values (${folder}, ${id}) on conflict (folder) do update set server = excluded.server
        where folder_claims.server = ${id} or not exists
          (select from servers where servers.id = folder_claims.server)
        returning folder`);
      return claimed.length > 0;
    },
    giveBack: async (folder) => {
      await ask(sql`delete from folder_claims where folder = ${folder} and server = ${id}`);
    },
    takeGone: async (silentMs) => {
      const gone = goneServer(id, silentMs);
      const [silent] = await ask(gone);
      if (silent === undefined) return undefined;
      // A session stopped amid a change would block all others.
      await ask(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${sessionName(silent.id)} and usename = current_user`);
      // It runs as a change, so that earlier changes of that server are committed by now, or never.
      return change(async (transaction) => {
        const taken = await sql<{ id: string }>`update servers set swept_by = ${id}
          where id = (${gone}) returning id`.execute(transaction);
        return taken.rows[0]?.id;
      });
    },
    known: async () => {
      const rows = await ask(sql<{ id: string }>`select id from servers`);
      return new Set(rows.map((row) => row.id));
    },
    forget: async (gone) => {
      await ask(sql`with claims as (delete from folder_claims where server = ${gone})
        delete from servers where id = ${gone}`);
    },
  };
}

/** The `application_name` of a server's sessions. */
export function sessionName(id: string): string {
  return `plumbline ${id}`;
}

/** Selects a dead server, the one of longest silence first. */
function goneServer(id: string, silentMs: number): RawBuilder<{ readonly id: string }> {
  return sql`select one.id from servers as one
    where one.id <> ${id} and (
      (one.swept_by is null
        and one.seen < clock_timestamp() - ${silentMs}::double precision * interval '1 millisecond')
      or one.swept_by = ${id}
      or (one.swept_by is not null
        and not exists (select from servers as other where other.id = one.swept_by)))
    order by one.seen limit 1`;
}
