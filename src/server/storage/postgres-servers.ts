/**
 * The servers of one catalog, as its database knows them: who works, whose files are being changed by whom, and
 * who has not been heard of for so long that another one puts in order what it left
 * (docs/decisions/0081-several-servers.md).
 */
import { sql, type Kysely } from "kysely";
import { patiently } from "./postgres-connections.ts";
import type { Change } from "./postgres-changes.ts";
import type { ServerTables } from "./postgres-tables.ts";

/** What one server says and asks about the others. Members reject with CatalogError when the database is away. */
export interface ServerTable {
  /** Its own name among them. */
  readonly id: string;
  /** Makes it known. */
  readonly join: () => Promise<void>;
  /** Says that it works; false when others took it for gone, from when on it changes nothing any more. */
  readonly renew: () => Promise<boolean>;
  /** Takes it out, with all that it claimed. */
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
  const forget = (gone: string) =>
    patiently(() =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("folder_claims").where("server", "=", gone).execute();
        await transaction.deleteFrom("servers").where("id", "=", gone).execute();
      }),
    );
  return {
    id,
    join: () =>
      patiently(async () => {
        await database.insertInto("servers").values({ id, name, swept_by: null }).execute();
      }),
    renew: () =>
      patiently(async () => {
        const renewed = await database
          .updateTable("servers")
          .set({ seen: sql`clock_timestamp()` })
          .where("id", "=", id)
          .where("swept_by", "is", null)
          .returning("id")
          .execute();
        return renewed.length > 0;
      }),
    leave: () => forget(id),
    claim: (folder) => patiently(() => claim(database, { folder, id })),
    giveBack: (folder) =>
      patiently(async () => {
        await database
          .deleteFrom("folder_claims")
          .where("folder", "=", folder)
          .where("server", "=", id)
          .execute();
      }),
    takeGone: async (silentMs) => {
      const wish = { id, silentMs };
      const found = await patiently(() => sql`select ${isGone(wish)}`.execute(database));
      if (found.rows.length === 0) return undefined;
      // As a change of the catalog: what the server has begun there is made before, or never.
      return change(async (transaction) => {
        const taken = await sql<{ id: string }>`update servers set swept_by = ${id}
          where id = (select ${isGone(wish)}) returning id`.execute(transaction);
        return taken.rows[0]?.id;
      });
    },
    known: () =>
      patiently(async () => {
        const rows = await database.selectFrom("servers").select("id").execute();
        return new Set(rows.map((row) => row.id));
      }),
    forget,
  };
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
function isGone({ id, silentMs }: { readonly id: string; readonly silentMs: number }) {
  return sql`one.id from servers as one
    where one.id <> ${id} and (
      (one.swept_by is null
        and one.seen < clock_timestamp() - ${silentMs}::double precision * interval '1 millisecond')
      or one.swept_by = ${id}
      or (one.swept_by is not null
        and not exists (select from servers as other where other.id = one.swept_by)))
    order by one.seen limit 1`;
}
