/** From where accounts have logged in: what of that outlives the server, and what nobody can read. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;

/** A server that is asked from any address. */
async function door(folder = temporaryFolder()) {
  const { app, close } = await startCatalog({ folder });
  const status = async (authorization: string, remoteAddress = "192.0.2.1") => {
    const url = "/rest/styles.json";
    return (await app.inject({ url, headers: { authorization }, remoteAddress })).statusCode;
  };
  return { app, folder, close, status };
}

/** The server that was at a door, started again. */
async function again({ close, folder }: Awaited<ReturnType<typeof door>>) {
  await close();
  return door(folder);
}

const known = (folder: string) =>
  inCatalog(folder, (catalog) => catalog.read((reader) => reader.knownNetworks("admin")));
const inCatalog = async <Result>(
  folder: string,
  work: (catalog: Awaited<ReturnType<typeof openSqliteCatalog>>) => Promise<Result>,
) => {
  const catalog = await openSqliteCatalog(folder, () => "2026-11-21T00:00:00.000Z");
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
};

test("are kept once each, and never as they are", async () => {
  const { status, close, folder } = await door();
  for (const last of [1, 2, 3]) await status(AUTHORIZATION, `198.51.100.${last}`);
  await status(basic("admin", "wrong"), "203.0.113.1");
  await close();
  const marks = await known(folder);
  expect(marks).toHaveLength(1);
  expect(JSON.stringify(marks)).not.toMatch(/198\.51|203\.0/);
  const revision = await inCatalog(folder, (catalog) => catalog.read((r) => r.revision()));
  const { status: later, close: end } = await door(folder);
  await later(AUTHORIZATION, "198.51.100.4");
  await end();
  expect(await known(folder)).toEqual(marks);
  expect(await inCatalog(folder, (catalog) => catalog.read((r) => r.revision()))).toBe(revision);
});

test("are the last sixteen", async () => {
  const before = await door();
  for (let n = 0; n < 20; n++) {
    before.app.forgetCredentials();
    expect(await before.status(AUTHORIZATION, `10.0.${n}.1`)).toBe(200);
  }
  const { folder, status, close } = await again(before);
  await close();
  expect(await known(folder)).toHaveLength(16);
  expect(status).toBeDefined();
});

test("are those of the account, not of its name", async () => {
  const before = await door();
  expect(await before.status(AUTHORIZATION)).toBe(200);
  const make = (method: "POST" | "DELETE", url: string, body: object) =>
    before.app.inject({
      method,
      url: `/rest/security/usergroup${url}`,
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
  const user = { user: { userName: "eve", password: "a password of eve", enabled: true } };
  const eve = basic("eve", "a password of eve");
  await make("POST", "/users", user);
  expect(await before.status(eve, "198.51.100.1")).toBe(403);
  await make("DELETE", "/user/eve", {});
  await make("POST", "/users", user);
  const { status } = await again(before);
  for (let n = 0; n < 60; n++) await status(basic("eve", `guess ${n}`), `10.0.${n}.1`);
  expect(await status(eve, "198.51.100.1")).toBe(429);
});

test("have a table of their own, which older catalogs get", async () => {
  const before = await door();
  expect(await before.status(AUTHORIZATION)).toBe(200);
  await before.close();
  const database = new DatabaseSync(join(before.folder, "catalog.db"));
  database.exec(
    "ALTER TABLE audit DROP COLUMN removed_rules; ALTER TABLE audit DROP COLUMN about; DROP TABLE known_networks; DROP TABLE sessions; UPDATE versions SET version = 3",
  );
  database.close();
  const after = await again(before);
  expect(await after.status(AUTHORIZATION)).toBe(200);
  await after.close();
  expect(await known(before.folder)).toHaveLength(1);
});
