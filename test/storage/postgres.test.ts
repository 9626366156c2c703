/** What a catalog in PostgreSQL does when several servers share it, and when its database goes away. */
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import { contentLink } from "../../src/server/catalog/links.ts";
import { serverOrigin, type Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { openPostgresCatalog } from "../../src/server/storage/postgres.ts";
import type { CatalogAddress } from "../../src/server/storage/postgres-url.ts";
import { layLine } from "../support/cut-line.ts";
import { describePostgres, type TestDatabase } from "../support/postgres.ts";

async function open(address: CatalogAddress): Promise<Catalog> {
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
    const wins = catalogs.map(() => 0);
    const race = async (round: number) => {
      const tries = catalogs.map((catalog, server) =>
        catalog.write(serverOrigin, async (writer) => {
          if ((await writer.get("workspace", null, `r${round}`)) !== undefined) return;
          await writer.put(workspace(`r${round}`), { uri: `${server}`, isolated: false });
          wins[server] = (wins[server] ?? 0) + 1;
        }),
      );
      await Promise.all(tries);
    };
    for (let round = 0; round < 20; round++) await race(round);
    expect(wins.reduce((sum, won) => sum + won, 0)).toBe(20);
    expect(await catalogs[0].read((reader) => reader.revision())).toBe(20);
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
    await database.execute(`update ${address.schema}.versions set version = 7`);
    const linked = (catalog: Catalog) =>
      catalog.read(async (reader) => {
        const found = await reader.linked("style", contentLink("a.sld"));
        return found.map(({ name }) => name);
      });
    expect(await linked(first)).toEqual([]);
    const catalogs = await Promise.all([open(address), open(address)]);
    for (const catalog of catalogs) expect(await linked(catalog)).toEqual(["kept"]);
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
  cut(database);
});

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
  test("is asked what became of a change whose end it did not confirm", async () => {
    const address = database.fresh();
    const line = await layLine(address.port);
    const catalog = await open({ ...address, port: line.port });
    line.cutAt(COMMIT, "after");
    await add(catalog, "made");
    expect(await names(catalog)).toEqual(["made"]);
    line.cutAt(COMMIT, "before");
    const refusal = await refusalOf(add(catalog, "lost"));
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

/** Ends every session of servers, as an administrator of the database can. */
async function endSessions(database: TestDatabase): Promise<void> {
  await database.execute(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'plumbline %'",
  );
}
