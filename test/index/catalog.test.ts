/** Embedded indexes as part of the catalog: units of work, audit, moves, older databases. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { GranuleIndex } from "../../src/server/catalog/granule-index.ts";
import { serverOrigin, type Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { postgresCatalogs, sqliteCatalogs, type Catalogs } from "../storage/catalogs.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { RAIN, row, square } from "./rows.ts";

const KEY = { workspace: "w", store: "s", coverage: "rain" };
const ALL = { type: "include" } as const;

async function openCatalog(folder = temporaryFolder()): Promise<Catalog> {
  const catalog = await openSqliteCatalog(folder, () => "2024-01-01T00:00:00Z");
  onTestFinished(() => catalog.close());
  return catalog;
}

async function withRain(catalogs: Catalogs): Promise<Catalog> {
  const catalog = await catalogs.fresh().open();
  await catalog.write(serverOrigin, async (writer) => {
    const index = await writer.createGranules(KEY, RAIN);
    await index.refresh([row("a", square(0, 0)), row("b", square(1, 1))]);
  });
  return catalog;
}

const count = (catalog: Catalog, key = KEY) =>
  catalog.read(async (reader) => (await reader.granules(key))?.count(ALL));

describe("indexes inside the catalog", () => suite(sqliteCatalogs));
describePostgres("indexes inside a catalog in PostgreSQL", (database) =>
  suite(postgresCatalogs(database)),
);

function suite(catalogs: Catalogs): void {
  test("a coverage has no index until it is given one, and then one", async () => {
    const catalog = await withRain(catalogs);
    expect(await count(catalog, { ...KEY, coverage: "snow" })).toBeUndefined();
    expect(await count(catalog)).toBe(2);
    const again = catalog.write(serverOrigin, (writer) => writer.createGranules(KEY, RAIN));
    await expect(again).rejects.toThrow(/unique/i);
    expect(await count(catalog)).toBe(2);
  });

  test("a unit of work that fails takes the rows with it", async () => {
    const catalog = await withRain(catalogs);
    const failing = catalog.write(serverOrigin, async (writer) => {
      const index = await writer.granules(KEY);
      await index?.remove(ALL);
      await writer.createGranules({ ...KEY, coverage: "snow" }, RAIN);
      expect(await index?.count(ALL)).toBe(0);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await count(catalog)).toBe(2);
    expect(await count(catalog, { ...KEY, coverage: "snow" })).toBeUndefined();
  });

  test("other work runs between the parts of a long change", async () => {
    const catalog = await withRain(catalogs);
    const rows = Array.from({ length: 5_000 }, (_unused, at) => row(`r${at}`, square(0, 0)));
    for (const change of [
      (index: GranuleIndex) => index.refresh(rows),
      (index: GranuleIndex) => index.remove(ALL),
    ]) {
      let turns = 0;
      await catalog.write(serverOrigin, async (writer) => {
        const index = await writer.granules(KEY);
        let isOver = false;
        const turn = () => {
          turns++;
          if (!isOver) setImmediate(turn);
        };
        setImmediate(turn);
        if (index !== undefined) await change(index);
        isOver = true;
      });
      expect(turns).toBeGreaterThan(5);
    }
  });

  test("what changes rows counts as a change, what reads them does not", async () => {
    const catalog = await withRain(catalogs);
    const unit = async (work: (index: GranuleIndex) => Promise<unknown>) => {
      await catalog.write(serverOrigin, async (writer) => {
        const index = await writer.granules(KEY);
        if (index !== undefined) await work(index);
      });
      return catalog.read(async (reader) => [
        await reader.revision(),
        (await reader.audit(0, 100)).length,
      ]);
    };
    expect(await unit((index) => index.list({ filter: ALL, offset: 0, limit: 5 }))).toEqual([1, 1]);
    expect(await unit((index) => index.remove({ type: "exclude" }))).toEqual([1, 1]);
    expect(await unit((index) => index.refresh([]))).toEqual([1, 1]);
    expect(await unit((index) => index.refresh([row("a", square(0, 0))]))).toEqual([2, 2]);
    expect(await unit((index) => index.remove(ALL))).toEqual([3, 3]);
    await catalog.write(serverOrigin, (writer) => writer.dropGranules(KEY));
    expect(await unit(async () => undefined)).toEqual([4, 4]);
    expect(await count(catalog)).toBeUndefined();
  });

  test("a reader sees one state, whatever is written meanwhile", async () => {
    const catalog = await withRain(catalogs);
    await catalog.read(async (reader) => {
      const index = await reader.granules(KEY);
      expect(await index?.count(ALL)).toBe(2);
      await catalog.write(serverOrigin, async (writer) =>
        (await writer.granules(KEY))?.remove(ALL),
      );
      expect(await index?.count(ALL)).toBe(2);
    });
    expect(await count(catalog)).toBe(0);
  });

  test("indexes move with their store, and with their workspace", async () => {
    const catalog = await withRain(catalogs);
    await catalog.write(serverOrigin, async (writer) => {
      await writer.createGranules({ ...KEY, store: "other" }, RAIN);
      await writer.moveGranules({ workspace: "w", store: "s" }, { workspace: "w", store: "t" });
    });
    expect(await count(catalog)).toBeUndefined();
    expect(await count(catalog, { ...KEY, store: "t" })).toBe(2);
    await catalog.write(serverOrigin, (writer) =>
      writer.moveGranules({ workspace: "w" }, { workspace: "v" }),
    );
    expect(await count(catalog, { ...KEY, store: "t" })).toBeUndefined();
    expect(await count(catalog, { ...KEY, workspace: "v", store: "t" })).toBe(2);
    expect(await count(catalog, { ...KEY, workspace: "v", store: "other" })).toBe(0);
  });

  test("indexes are dropped with their store, and others stay", async () => {
    const catalog = await withRain(catalogs);
    await catalog.write(serverOrigin, async (writer) => {
      await writer.createGranules({ ...KEY, coverage: "snow" }, RAIN);
      await writer.createGranules({ ...KEY, store: "other" }, RAIN);
      await writer.dropGranules({ workspace: "w", store: "s" });
    });
    expect(await count(catalog)).toBeUndefined();
    expect(await count(catalog, { ...KEY, coverage: "snow" })).toBeUndefined();
    expect(await count(catalog, { ...KEY, store: "other" })).toBe(0);
  });
}

test("a dropped index leaves nothing behind, and its tables are never another's", async () => {
  const folder = temporaryFolder();
  const catalog = await openCatalog(folder);
  for (let round = 0; round < 3; round++) {
    await catalog.write(serverOrigin, async (writer) => {
      const index = await writer.createGranules(KEY, RAIN);
      await index.refresh([row("a", square(0, 0))]);
    });
    expect(await count(catalog)).toBe(1);
    await catalog.write(serverOrigin, async (writer) => writer.dropGranules(KEY));
  }
  const database = new DatabaseSync(join(folder, "catalog.db"), { readOnly: true });
  onTestFinished(() => database.close());
  const left = database.prepare("select name from sqlite_master where name like 'granules%'").all();
  expect(left).toEqual([]);
});

test("an older database is brought up, and keeps what it has", async () => {
  const folder = temporaryFolder();
  const first = await openSqliteCatalog(folder, () => "2024-01-01T00:00:00Z");
  await first.write(serverOrigin, (writer) =>
    writer.put({ kind: "workspace", workspace: null, name: "kept" }, { uri: "u", isolated: false }),
  );
  await first.close();
  const database = new DatabaseSync(join(folder, "catalog.db"));
  database.exec(
    "drop table granule_indexes; drop table known_networks; drop table sessions; alter table audit drop column removed_rules; update versions set version = 2",
  );
  database.close();
  const catalog = await openCatalog(folder);
  await catalog.write(serverOrigin, (writer) => writer.createGranules(KEY, RAIN));
  expect(await count(catalog)).toBe(0);
  const kept = await catalog.read((reader) => reader.list("workspace"));
  expect(kept.map(({ name }) => name)).toEqual(["kept"]);
  expect(await catalog.read((reader) => reader.revision())).toBe(2);
});
