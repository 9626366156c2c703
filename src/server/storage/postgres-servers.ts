/**
 * The servers of one catalog, as its database knows them: who works, whose files are being changed by whom, and
 * who has not been heard of for so long that another one puts in order what it left
 * (docs/decisions/0081-several-servers.md).
 */
import { sql, type Kysely } from "kysely";
import { patiently } from "./postgres-connections.ts";
import type { Change } from "./postgres-changes.ts";
import { BEING_COPIED, copyLock, type ServerTables } from "./postgres-tables.ts";
import { SCHEMA_VERSION } from "./schema.ts";

/** What one server says and asks about the others. Members reject with CatalogError when the database is away. */
export interface ServerTable {
  /** Its own name among them. */
  readonly id: string;
  /** Makes it known. Rejects with Error while the catalog is copied. */
  readonly join: () => Promise<void>;
  /**
   * Says that it works. Gives why it counts no more, from when on it changes nothing: others took it for `gone`, a
   * `newer` version has brought up the tables, or the database was `set-back` to a state before one that it has seen.
   */
  readonly renew: () => Promise<"gone" | "newer" | "set-back" | undefined>;
  /** Takes it out, unless it has claims left; what others took for gone they take out themselves. */
  readonly leave: () => Promise<void>;
  /** Claims the folder of a store; false while another one has it. */
  readonly claim: (folder: string) => Promise<boolean>;
  readonly giveBack: (folder: string) => Promise<void>;
  /**
   * A server that was not heard of for so many milliseconds, or that somebody who has gone as well was to put in
   * order. It changes nothing any more once this resolves.
   */
  readonly takeGone: (silentMs: number) => Promise<string | undefined>;
  /** The ids of all servers that are known. */
  readonly known: () => Promise<ReadonlySet<string>>;
  /** Forgets a server that was put in order, with all that it claimed. */
  readonly forget: (id: string) => Promise<void>;
}

/** The table for the server of an id; `name` is what operators know it by. */
export function serverTable(
  database: Kysely<ServerTables>,
  change: Change,
  { id, name }: { readonly id: string; readonly name: string },
): ServerTable {
  return {
    id,
    join: () => patiently(() => join(database, { id, name })),
    renew: () => patiently(() => renew(database, id)),
    leave: () => patiently(() => leave(database, id)),
    claim: (folder) => patiently(() => claim(database, { folder, id })),
    giveBack: (folder) =>
      patiently(async () => {
        await database
          .deleteFrom("folder_claims")
          .where("folder", "=", folder)
          .where("server", "=", id)
          .execute();
      }),
    takeGone: (silentMs) => takeGone(database, change, { id, silentMs }),
    known: () =>
      patiently(async () => {
        const rows = await database.selectFrom("servers").select("id").execute();
        return new Set(rows.map((row) => row.id));
      }),
    forget: (gone) => patiently(() => forget(database, gone)),
  };
}

/** A copy of the catalog looks for servers when it has the lock, and from then on none is added. */
function join(
  database: Kysely<ServerTables>,
  server: { readonly id: string; readonly name: string },
): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    const found = await sql<{ free: boolean }>`select
      pg_try_advisory_xact_lock_shared(${copyLock(sql`current_schema()`)}) as free`.execute(
      transaction,
    );
    if (found.rows[0]?.free !== true) throw new Error(`The catalog is not free: ${BEING_COPIED}`);
    // It is there where the answer to an earlier try was lost.
    await transaction
      .insertInto("servers")
      .values({ ...server, swept_by: null })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
}

async function renew(
  database: Kysely<ServerTables>,
  id: string,
): Promise<"gone" | "newer" | undefined> {
  const renewed = await sql<{ version: number }>`update servers set seen = clock_timestamp()
    where id = ${id} and swept_by is null
    returning (select max(version) from versions) as version`.execute(database);
  const [row] = renewed.rows;
  if (row === undefined) return "gone";
  return row.version > SCHEMA_VERSION ? "newer" : undefined;
}

/** Whose claims are left stays: others take it for gone, and put in order what it was changing before they change that. */
async function leave(database: Kysely<ServerTables>, id: string): Promise<void> {
  await sql`delete from servers where id = ${id} and swept_by is null
    and not exists (select from folder_claims where server = ${id})`.execute(database);
}

function forget(database: Kysely<ServerTables>, gone: string): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("folder_claims").where("server", "=", gone).execute();
    await transaction.deleteFrom("servers").where("id", "=", gone).execute();
  });
}

interface Wish {
  readonly id: string;
  readonly silentMs: number;
}

async function takeGone(
  database: Kysely<ServerTables>,
  change: Change,
  wish: Wish,
): Promise<string | undefined> {
  const [silent] = await patiently(async () => {
    const found = await sql<{ id: string }>`select ${isGone(wish)}`.execute(database);
    return found.rows;
  });
  if (silent === undefined) return undefined;
  // One that was stopped in the midst of a change would keep all others waiting.
  await patiently(() => endSessions(database, silent.id));
  // As a change of the catalog: what the server has begun there is made before, or never.
  return change(async ({ transaction }) => {
    const taken = await sql<{ id: string }>`update servers set swept_by = ${wish.id}
      where id = (select ${isGone(wish)}) returning id`.execute(transaction);
    return taken.rows[0]?.id;
  });
}

/** What the database calls the sessions of a server. */
export function sessionName(id: string): string {
  return `plumbline ${id}`;
}

async function endSessions(database: Kysely<ServerTables>, id: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${sessionName(id)} and usename = current_user`.execute(database);
}

async function claim(
  database: Kysely<ServerTables>,
  { folder, id }: { readonly folder: string; readonly id: string },
): Promise<boolean> {
  const claimed = await database
    .insertInto("folder_claims")
    .values({ folder, server: id })
    .onConflict((conflict) =>
      conflict
        .column("folder")
        .doUpdateSet({ server: id })
        // Its own, which could not be given back, or that of one that is forgotten by now.
        .where(
          sql<boolean>`folder_claims.server = ${id} or not exists
            (select from servers where servers.id = folder_claims.server)`,
        ),
    )
    .returning("folder")
    .execute();
  return claimed.length > 0;
}

/** Selects the id of one that has gone, the one of longest silence first. */
function isGone({ id, silentMs }: Wish) {
  return sql`one.id from servers as one
    where one.id <> ${id} and (
      (one.swept_by is null
        and one.seen < clock_timestamp() - ${silentMs}::double precision * interval '1 millisecond')
      or one.swept_by = ${id}
      or (one.swept_by is not null
        and not exists (select from servers as other where other.id = one.swept_by)))
    order by one.seen limit 1`;
}
