/** What a catalog in PostgreSQL does when several servers share it, and when its database goes away. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { reveal, secret } from "../../src/model/secret.ts";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import { contentLink } from "../../src/server/catalog/links.ts";
import { serverOrigin, type Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { openPostgresCatalog, type SharedCatalog } from "../../src/server/storage/postgres.ts";
import type { CatalogAddress } from "../../src/server/storage/postgres-url.ts";
import { layLine } from "../support/databases/cut-line.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";

async function open(address: CatalogAddress): Promise<SharedCatalog> {
  const server = { id: randomUUID(), name: "tests" };
  const catalog = await openPostgresCatalog(address, { now: () => "2024-01-01T00:00:00Z", server });
  onTestFinished(() => catalog.close());
  return catalog;
}

const workspace = (name: string) => ({ kind: "workspace", workspace: null, name }) as const;
const add = (catalog: Catalog, name: string) =>
  catalog.write(serverOrigin, (writer) =>
    writer.put(workspace(name), { uri: name, isolated: false }),
  );
const names = (catalog: Catalog) =>
  catalog.read(async (reader) => (await reader.list("workspace")).map(({ name }) => name));

/** Changes settings of the server. */
async function configure(database: TestDatabase, statement: string): Promise<void> {
  await database.execute(statement);
  await database.execute("select pg_reload_conf()");
}

/** A transaction that has read something and is not at its end. */
async function openReading(address: CatalogAddress, query: string): Promise<Client> {
  const { host, port, database, user, password } = address;
  const client = new Client({ host, port, database, user, password: reveal(password) });
  await client.connect();
  await client.query("begin");
  await client.query(query);
  return client;
}

async function refusalOf(work: Promise<unknown>): Promise<CatalogError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CatalogError)) throw new Error("no refusal", { cause: error });
  return error;
}

describePostgres("a database that several servers share", (database) => {
  test("is made ready by one of them while the others wait", async () => {
    const address = database.fresh();
    const catalogs = await Promise.all([open(address), open(address), open(address)]);
    await Promise.all(
      catalogs.flatMap((catalog, server) =>
        Array.from({ length: 10 }, (_unused, index) => add(catalog, `w${server}-${index}`)),
      ),
    );
    for (const catalog of catalogs) expect(await names(catalog)).toHaveLength(30);
    const audit = await catalogs[0].read((reader) => reader.audit(0, 100));
    const expected = Array.from({ length: 30 }, (_unused, index) => [index + 1, index + 1]);
    expect(audit.map(({ id, revision }) => [id, revision])).toEqual(expected);
  });

  test("tells who comes after the end of one of them to ask another one", async () => {
    const catalog = await open(database.fresh());
    await add(catalog, "before");
    const { resolve, promise } = Promise.withResolvers<void>();
    const late = refusalOf(
      catalog.read(async (reader) => {
        await promise;
        return reader.list("workspace");
      }),
    );
    await catalog.close();
    resolve();
    const refusals = await Promise.all([
      late,
      refusalOf(names(catalog)),
      refusalOf(add(catalog, "after")),
      refusalOf(Promise.resolve(catalog.revision())),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(["ending", "ending", "ending", "ending"]);
  });

  test("lets one win whose change depends on what it read", async () => {
    const address = database.fresh();
    const catalogs = await Promise.all([open(address), open(address), open(address)]);
    const race = async (round: number) => {
      const tries = catalogs.map((catalog, server) =>
        catalog.write(serverOrigin, async (writer) => {
          if ((await writer.get("workspace", null, `r${round}`)) !== undefined) return 0;
          await writer.put(workspace(`r${round}`), { uri: `${server}`, isolated: false });
          return 1;
        }),
      );
      return Promise.all(tries);
    };
    for (let round = 0; round < 20; round++) {
      const wins = await race(round);
      expect(wins.reduce<number>((sum, won) => sum + won, 0)).toBe(1);
    }
    expect(await catalogs[0].read((reader) => reader.revision())).toBe(20);
  });

  test("passes on refusals that quote names, whatever they sound like", async () => {
    const catalog = await open(database.fresh());
    for (const name of ["timeout", "not queryable", "Connection terminated"]) {
      const refusing = async () => {
        throw new CatalogError("not-found", name);
      };
      const kept = { code: "not-found", message: name };
      expect(await refusalOf(catalog.read(refusing))).toMatchObject(kept);
      expect(await refusalOf(catalog.write(serverOrigin, refusing))).toMatchObject(kept);
    }
  });

  test("keeps what one of them was changing when it ended, until another one puts it in order", async () => {
    const address = database.fresh();
    const [one, other] = [await open(address), await open(address)];
    const folders = ["data/w/rain", "data/w/snow"] as const;
    for (const folder of folders) expect(await one.servers.claim(folder)).toBe(true);
    await one.servers.giveBack(folders[0]);
    await one.close();
    const claims = () => Promise.all(folders.map(other.servers.claim));
    expect(await claims()).toEqual([true, false]);
    expect(await other.servers.takeGone(0)).toBe(one.servers.id);
    await other.servers.forget(one.servers.id);
    expect(await claims()).toEqual([true, true]);
  });

  test("holds several catalogs, each in a schema", async () => {
    const [one, other] = await Promise.all([open(database.fresh()), open(database.fresh())]);
    await add(one, "mine");
    expect(await names(other)).toEqual([]);
  });
});

describePostgres("a database that is not as a catalog needs it", (database) => {
  test("is named with what is wrong, and never with the password", async () => {
    const address = database.fresh();
    const password = "a wrong password";
    const cases = [
      [{ ...address, password: secret(password) }, "password authentication failed"],
      [{ ...address, database: "nowhere" }, '"nowhere" does not exist'],
    ] as const;
    for (const [wrong, text] of cases) {
      const error: unknown = await open(wrong).catch((reason: unknown) => reason);
      const { message, stack } = error as Error;
      expect(message).toContain(text);
      expect(message).toContain(`${address.host}:${address.port}`);
      expect(`${message} ${stack} ${JSON.stringify(error)}`).not.toContain(password);
    }
  });

  test("is of an earlier version, and is brought up with what it has", async () => {
    const address = database.fresh();
    const first = await open(address);
    const style = { format: "sld", version: "1.0.0", fileName: "a.sld", legend: null } as const;
    const key = { kind: "style", workspace: null, name: "kept" } as const;
    await first.write(serverOrigin, (writer) => writer.put(key, style, []));
    await database.execute(
      `alter table ${address.schema}.audit drop column about; update ${address.schema}.versions set version = 7`,
    );
    const linked = (catalog: Catalog) =>
      catalog.read(async (reader) => {
        const found = await reader.linked("style", contentLink("a.sld"));
        return found.map(({ name }) => name);
      });
    expect(await linked(first)).toEqual([]);
    const catalogs = await Promise.all([open(address), open(address)]);
    for (const catalog of catalogs) expect(await linked(catalog)).toEqual(["kept"]);
  });

  test("could lose what it acknowledges: it is refused, and so is a change by a server that runs", async () => {
    onTestFinished(() => configure(database, "alter system reset all"));
    const running = await open(database.fresh());
    for (const setting of ["synchronous_commit", "fsync"]) {
      await configure(database, `alter system set ${setting} = off`);
      await expect(open(database.fresh())).rejects.toThrow(`The database has ${setting} off`);
      await expect
        .poll(() => refusalOf(add(running, setting)).catch(() => undefined))
        .toMatchObject({ code: "busy", message: expect.stringContaining(`${setting} off`) });
      await configure(database, `alter system reset ${setting}`);
      await expect
        .poll(() =>
          add(running, "kept").then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    expect(await names(running)).toEqual(["kept"]);
  });

  test("has tables of servers that give no tokens: they are added, and nobody waits for that", async () => {
    const address = database.fresh();
    const { schema } = address;
    const first = await open(address);
    await add(first, "before");
    await database.execute(`alter table ${schema}.audit drop column token;
      alter table ${schema}.counters drop column token`);
    const reading = await openReading(address, `select count(*) from ${schema}.audit`);
    const second = open(address);
    const waiting = () =>
      database.execute(
        "select from pg_stat_activity where query like 'alter table%audit%' and wait_event_type = 'Lock'",
      );
    await expect.poll(waiting, { interval: 5 }).toHaveLength(1);
    // What an older server sends.
    await database.execute(`set lock_timeout = '9s'; insert into ${schema}.audit
      (id, at, revision, account, address, method, path, removed_rules)
      values (99, '', 1, '', '', '', '', null)`);
    await reading.end();
    await add(await second, "after");
    expect(await names(first)).toEqual(["after", "before"]);
    const tokens = await database.execute(
      `select id, token is null as "isOlder" from ${schema}.audit order by id`,
    );
    expect(tokens.map(({ isOlder }) => isOlder)).toEqual([true, true, false]);
  });

  test("is of a later version, and stays as it is", async () => {
    const address = database.fresh();
    await (await open(address)).close().catch(() => undefined);
    const { schema } = address;
    await database.execute(`update ${schema}.versions set version = 99`);
    await expect(open(address)).rejects.toThrow("has version 99");
  });
});

describePostgres("a database that goes away", (database) => {
  ended(database);
  refusing(database);
  cut(database);
  cutWithoutEntry(database);
});

function refusing(database: TestDatabase): void {
  test("and refuses a server: nothing was changed, and clients hear no more", async () => {
    const { schema, ...address } = database.fresh();
    await database.execute(`create role guest login password 'a word';
      create schema ${schema} authorization guest`);
    const catalog = await open({ ...address, schema, user: "guest", password: secret("a word") });
    await database.execute("alter role guest nologin");
    await endSessions(database);
    for (const ask of [() => names(catalog), () => add(catalog, "refused")]) {
      const refusal = await refusalOf(ask());
      expect(refusal).toMatchObject({ code: "busy", cause: { code: "28000" } });
      expect(refusal.message).toContain("nothing was changed");
      expect(refusal.message).not.toContain("guest");
    }
    await database.execute("alter role guest login");
    await add(catalog, "taken");
    expect(await names(catalog)).toEqual(["taken"]);
  });
}

function ended(database: TestDatabase): void {
  test("is asked again when nothing had begun", async () => {
    const catalog = await open(database.fresh());
    await add(catalog, "a");
    for (const name of ["b", "c"]) {
      await endSessions(database);
      expect(await names(catalog)).not.toContain(name);
      await endSessions(database);
      await add(catalog, name);
    }
    expect(await names(catalog)).toEqual(["a", "b", "c"]);
  });

  test("takes back what had begun, and says so", async () => {
    const catalog = await open(database.fresh());
    const half = catalog.write(serverOrigin, async (writer) => {
      await writer.stayAlone();
      await writer.put(workspace("half"), { uri: "u", isolated: false });
      await endSessions(database);
      await writer.put(workspace("more"), { uri: "u", isolated: false });
    });
    const refusal = await refusalOf(half);
    expect(refusal).toMatchObject({ code: "busy" });
    expect(refusal.message).toContain("try again");
    const reading = catalog.read(async (reader) => {
      await endSessions(database);
      return reader.revision();
    });
    expect(await refusalOf(reading)).toMatchObject({ code: "busy" });
    await add(catalog, "whole");
    expect(await names(catalog)).toEqual(["whole"]);
    expect(await catalog.read((reader) => reader.audit(0, 9))).toHaveLength(1);
  });
}

/** The whole statement: levels of isolation have the word as well. */
const COMMIT = "commit\0";

function cut(database: TestDatabase): void {
  test.for<readonly [string, typeof add]>([
    ["its list alone", add],
    [
      "with the lock held",
      (catalog, name) =>
        catalog.write(serverOrigin, async (writer) => {
          await writer.stayAlone();
          await writer.put(workspace(name), { uri: name, isolated: false });
        }),
    ],
  ])("is asked what became of a change whose end it did not confirm: %s", async ([, change]) => {
    const address = database.fresh();
    const line = await layLine(address.port);
    const catalog = await open({ ...address, port: line.port });
    line.cutAt(COMMIT, "after");
    await change(catalog, "made");
    expect(await names(catalog)).toEqual(["made"]);
    line.cutAt(COMMIT, "before");
    const refusal = await refusalOf(change(catalog, "lost"));
    expect(refusal).toMatchObject({ code: "busy" });
    expect(refusal.message).toContain("nothing was changed");
    expect(await names(catalog)).toEqual(["made"]);
    await add(catalog, "next");
    const audit = await catalog.read((reader) => reader.audit(0, 9));
    expect(audit.map(({ id, revision }) => [id, revision])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
}

function cutWithoutEntry(database: TestDatabase): void {
  test("makes once more what leaves no entry in the audit", async () => {
    const address = database.fresh();
    const line = await layLine(address.port);
    const catalog = await open({ ...address, port: line.port });
    const ann = { kind: "account", workspace: null, name: "ann" } as const;
    const value = { hash: "h", enabled: true, roles: [], groups: [] };
    await catalog.write(serverOrigin, (writer) => writer.put(ann, value));
    const session = { digest: "d", account: "ann", mark: "m", used: "2024-01-01T00:00:00Z" };
    for (const when of ["before", "after"] as const) {
      line.cutAt(COMMIT, when);
      const keep = catalog.write(serverOrigin, async (writer) => {
        await writer.keepSession({ ...session, digest: when }, 9);
        return "kept";
      });
      expect(await keep).toBe("kept");
      line.cutAt(COMMIT, when);
      await catalog.write(serverOrigin, (writer) =>
        writer.keepKnownNetwork({ account: "ann", mark: when, most: 9 }),
      );
    }
    for (const digest of ["before", "after"])
      expect(await catalog.read((reader) => reader.session(digest))).toMatchObject({ digest });
    expect(await catalog.read((reader) => reader.knownNetworks("ann"))).toEqual([
      "after",
      "before",
    ]);
    expect(await catalog.read((reader) => reader.audit(0, 9))).toHaveLength(1);
  });
}

/** Ends every session of servers, as an administrator of the database can. */
async function endSessions(database: TestDatabase): Promise<void> {
  await database.execute(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'plumbline %'",
  );
}
