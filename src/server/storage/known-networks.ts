/** Networks from which accounts have logged in, stored as marks that tell no address. */
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./schema.ts";

/** The marks of an account, newest first. */
export async function listKnownNetworks(
  database: Kysely<Tables>,
  account: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom("known_networks")
    .select("mark")
    .where("account", "=", account)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ mark }) => mark);
}

/** Adds a mark, and prunes old ones and those of deleted accounts. */
export async function keepKnownNetwork(
  transaction: Transaction<Tables>,
  { account, mark, most }: { account: string; mark: string; most: number },
): Promise<void> {
  const own = transaction.deleteFrom("known_networks").where("account", "=", account);
  // The mark exists when the response to an earlier attempt was lost.
  await own.where("mark", "=", mark).execute();
  await transaction.insertInto("known_networks").values({ account, mark }).execute();
  const kept = transaction
    .selectFrom("known_networks")
    .select("id")
    .where("account", "=", account)
    .orderBy("id", "desc")
    .limit(most);
  await own.where("id", "not in", kept).execute();
  const accounts = transaction.selectFrom("records").select("name").where("kind", "=", "account");
  await transaction.deleteFrom("known_networks").where("account", "not in", accounts).execute();
}
