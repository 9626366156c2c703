/** Login sessions by token digests, with which no login is possible. */
import type { Kysely, Transaction } from "kysely";
import type { StoredSession } from "../catalog/unit-of-work.ts";
import type { Tables } from "./schema.ts";

export function findSession(
  database: Kysely<Tables>,
  digest: string,
): Promise<StoredSession | undefined> {
  return database
    .selectFrom("sessions")
    .selectAll()
    .where("digest", "=", digest)
    .executeTakeFirst();
}

/** Stores a session, and keeps the `most` recently used ones of its account. */
export async function keepSession(
  transaction: Transaction<Tables>,
  session: StoredSession,
  most: number,
): Promise<void> {
  const { account, mark, used } = session;
  await transaction
    .insertInto("sessions")
    .values(session)
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ account, mark, used }))
    .execute();
  const kept = transaction
    .selectFrom("sessions")
    .select("digest")
    .where("account", "=", account)
    .orderBy("used", "desc")
    .orderBy("digest")
    .limit(most);
  await transaction
    .deleteFrom("sessions")
    .where("account", "=", account)
    .where("digest", "not in", kept)
    .execute();
}

export async function removeSession(
  transaction: Transaction<Tables>,
  digest: string,
): Promise<void> {
  await transaction.deleteFrom("sessions").where("digest", "=", digest).execute();
}

export async function removeSessions(
  transaction: Transaction<Tables>,
  account: string,
): Promise<void> {
  await transaction.deleteFrom("sessions").where("account", "=", account).execute();
}

/** Also removes the sessions of deleted accounts. */
export async function removeIdleSessions(
  transaction: Transaction<Tables>,
  since: string,
): Promise<void> {
  const accounts = transaction.selectFrom("records").select("name").where("kind", "=", "account");
  await transaction
    .deleteFrom("sessions")
    .where((where) => where.or([where("used", "<", since), where("account", "not in", accounts)]))
    .execute();
}
