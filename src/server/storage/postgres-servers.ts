/**
 * The registry of a catalog's servers: which are alive, which change which folder, and which clean
 * up after dead ones (docs/decisions/0081-several-servers.md).
 */
import { sql, type Kysely } from "kysely";
import { withRetries } from "./postgres-connections.ts";
import type { Change } from "./postgres-changes.ts";
import { BEING_COPIED, copyLock, type ServerTables } from "./postgres-tables.ts";
import { SCHEMA_VERSION } from "./schema.ts";

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
  database: Kysely<ServerTables>,
  change: Change,
  { id, name }: { readonly id: string; readonly name: string },
): ServerTable {
  return {
    id,
    join: () => withRetries(() => join(database, { id, name })),
    renew: () => withRetries(() => renew(database, id)),
    leave: () => withRetries(() => leave(database, id)),
    claim: (folder) => withRetries(() => claim(database, { folder, id })),
    giveBack: (folder) =>
      withRetries(async () => {
        await database
          .deleteFrom("folder_claims")
          .where("folder", "=", folder)
          .where("server", "=", id)
          .execute();
      }),
    takeGone: (silentMs) => takeGone(database, change, { id, silentMs }),
    known: () =>
      withRetries(async () => {
        const rows = await database.selectFrom("servers").select("id").execute();
        return new Set(rows.map((row) => row.id));
      }),
    forget: (gone) => withRetries(() => forget(database, gone)),
  };
}

/** A copy checks for servers after it has locked; from then on none can join. */
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
    // The row exists when the response to an earlier attempt was lost.
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

/** A server with claims stays, so that others clean up before they change its folders. */
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
  const [silent] = await withRetries(async () => {
    const found = await sql<{ id: string }>`select ${isGone(wish)}`.execute(database);
    return found.rows;
  });
  if (silent === undefined) return undefined;
  // A session stopped amid a change would block all others.
  await withRetries(() => endSessions(database, silent.id));
  // It runs as a change, so that earlier changes of that server are committed by now, or never.
  return change(async (transaction) => {
    const taken = await sql<{ id: string }>`update servers set swept_by = ${wish.id}
      where id = (select ${isGone(wish)}) returning id`.execute(transaction);
    return taken.rows[0]?.id;
  });
}

/** The `application_name` of a server's sessions. */
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
        // It is its own claim (giving it back failed), or that of a removed server.
        .where(
          sql<boolean>`folder_claims.server = ${id} or not exists
            (select from servers where servers.id = folder_claims.server)`,
        ),
    )
    .returning("folder")
    .execute();
  return claimed.length > 0;
}

/** Selects a dead server, the one of longest silence first. */
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
