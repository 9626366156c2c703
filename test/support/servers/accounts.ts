/** Accounts beside the administrator's, written straight into a test catalog. */
import type { RecordValues } from "../../../src/server/catalog/records.ts";
import { serverOrigin, type CatalogWriter } from "../../../src/server/catalog/unit-of-work.ts";
import { hashPassword } from "../../../src/server/plugins/password.ts";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { AUTHORIZATION, CHEAP_COSTS } from "./catalog.ts";
import { openCatalogOf } from "../databases/postgres-catalogs.ts";

/** The password of all of them. */
export const ACCOUNT_PASSWORD = "another password for tests";

/** What an account is made of. */
export type TestAccount = Partial<Omit<RecordValues["account"], "hash">>;

/** The Authorization header of an account made here. */
export function authorizationOf(user: string): string {
  return `Basic ${Buffer.from(`${user}:${ACCOUNT_PASSWORD}`).toString("base64")}`;
}

/** Changes the catalog in a folder behind the back of the server that runs on it. */
export async function writeCatalog(
  folder: string,
  work: (writer: CatalogWriter) => Promise<void>,
): Promise<void> {
  const catalog = await openCatalogOf(folder);
  await catalog.write(serverOrigin, work);
  await catalog.close();
}

/** Creates accounts, and the groups that some of them are in. */
export async function createAccounts(
  folder: string,
  accounts: Readonly<Record<string, TestAccount>>,
  groups: Readonly<Record<string, RecordValues["account-group"]>> = {},
): Promise<void> {
  const hash = await hashPassword(ACCOUNT_PASSWORD, CHEAP_COSTS.account);
  const plain = { enabled: true, roles: [], groups: [] };
  await writeCatalog(folder, async (writer) => {
    for (const [name, account] of Object.entries(accounts)) {
      const value = { ...plain, ...account, hash };
      await writer.put({ kind: "account", workspace: null, name }, value);
    }
    for (const [name, value] of Object.entries(groups)) {
      await writer.put({ kind: "account-group", workspace: null, name }, value);
    }
  });
}

/** Creates groups that rules and group members can name, as a client of a server does. */
export async function createGroups(app: FastifyInstance, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const url = `/rest/security/usergroup/group/${name}`;
    const headers = { authorization: AUTHORIZATION };
    const answer = await app.inject({ method: "POST", url, headers });
    expect(answer.statusCode).toBeLessThan(300);
  }
}
