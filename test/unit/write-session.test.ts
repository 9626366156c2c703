/** The connection that writes: what is applied together, and what becomes of it when something fails. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareTables } from "../../src/server/storage/schema.ts";
import { connectWriting, type Connection } from "../../src/server/storage/sqlite-connection.ts";
import { tablesOn } from "../../src/server/storage/sqlite-readers.ts";
import { openWriter } from "../../src/server/storage/sqlite-writer.ts";
import type { UnitList } from "../../src/server/storage/unit.ts";
import { temporaryFolder } from "../support/run/folders.ts";

/** A writer on a database, whose statements fail as the test says. */
async function writing() {
  const path = join(temporaryFolder(), "catalog.db");
  const options = { waitMs: 0, cacheKib: 100 };
  const connection = connectWriting(path, options);
  await prepareTables(tablesOn(connection));
  const failures: { readonly sql: string; readonly errcode: number; times: number }[] = [];
  const prepare: Connection["prepare"] = (sql) => {
    const statement = connection.prepare(sql);
    const all = statement.all.bind(statement) as (
      ...values: unknown[]
    ) => ReturnType<typeof statement.all>;
    statement.all = (...values: unknown[]) => {
      const failure = failures.find((one) => one.times > 0 && sql.includes(one.sql));
      if (failure === undefined) return all(...values);
      failure.times--;
      throw Object.assign(new Error(sql), { errcode: failure.errcode });
    };
    return statement;
  };
  const failing = new Proxy(connection, {
    get: (target, name) => {
      if (name === "prepare") return prepare;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const writer = openWriter(failing, { path, options }, Number.POSITIVE_INFINITY);
  onTestFinished(writer.close);
  const files = () =>
    connection
      .prepare("select path from files order by path")
      .all()
      .map((row) => row["path"]);
  const fail = (sql: string, errcode: number, times = 1) =>
    void failures.push({ sql, errcode, times });
  /** What becomes of lists that are given at once: whether each is applied, or SQLite's number. */
  const applyAll = async (...lists: readonly UnitList[]) => {
    const ended = await Promise.allSettled(lists.map(writer.apply));
    return ended.map((one) =>
      one.status === "fulfilled" ? one.value : Number(Object(one.reason).errcode),
    );
  };
  return { applyAll, files, fail, hold: writer.hold };
}

const file = (path: string): UnitList["changes"][number] => ["putFile", [path, "d", 1, "now"]];
const listOf = (...changes: UnitList["changes"]): UnitList => ({
  reads: [],
  changes,
  entry: undefined,
});
const CONSTRAINT = 1_555;
const FULL = 13;
const DISK = 4_106;

test("a list that the database refuses is refused alone", async () => {
  const { applyAll, files } = await writing();
  const link = ["addLink", ["style", "", "s", "l"]] as const;
  const ended = await applyAll(listOf(file("a")), listOf(file("b"), link, link), listOf(file("c")));
  expect(ended).toEqual([true, CONSTRAINT, true]);
  expect(files()).toEqual(["a", "c"]);
});

test("a list whose reads are different by now changes nothing", async () => {
  const { applyAll, files } = await writing();
  const read = { query: "file", parameters: ["a"], rows: [] } as const;
  const second = { ...listOf(file("b")), reads: [read] };
  const ended = await applyAll(listOf(file("a")), second, listOf(file("c")));
  expect(ended).toEqual([true, false, true]);
  expect(files()).toEqual(["a", "c"]);
});

test("a commit that the disk fails is told to everybody of the group, and the next goes on", async () => {
  const { applyAll, files, fail } = await writing();
  fail("commit", DISK);
  expect(await applyAll(listOf(file("a")), listOf(file("b")))).toEqual([DISK, DISK]);
  expect(await applyAll(listOf(file("c")))).toEqual([true]);
  expect(files()).toEqual(["c"]);
});

test("where the disk is too full for a group, each of it is tried alone", async () => {
  const { applyAll, files, fail } = await writing();
  fail("commit", FULL, 2);
  expect(await applyAll(listOf(file("a")), listOf(file("b")))).toEqual([FULL, true]);
  expect(files()).toEqual(["b"]);
});

test("a statement that meets a failing disk is refused, and others of the group are tried without it", async () => {
  const { applyAll, files, fail } = await writing();
  fail("insert into links", DISK, 2);
  const link = ["addLink", ["style", "", "s", "l"]] as const;
  const ended = await applyAll(listOf(file("a")), listOf(file("b"), link));
  expect(ended).toEqual([true, DISK]);
  expect(files()).toEqual(["a"]);
});

test("while a holder has the lock others wait, and see then what it left", async () => {
  const { applyAll, files, hold } = await writing();
  const read = { query: "file", parameters: ["held"], rows: [] } as const;
  const count = "select count(*) as count from files";
  const order: string[] = [];
  const waits = Promise.withResolvers<void>();
  const first = hold(async (run) => {
    await waits.promise;
    order.push("first");
    return { result: await run(count), list: listOf(file("held")) };
  });
  const applied = applyAll({ ...listOf(file("b")), reads: [read] }, listOf(file("c")));
  // The group begins in a later turn of the loop.
  await new Promise((resolve) => void setImmediate(resolve));
  const second = hold(async (run) => {
    order.push("second");
    return { result: await run(count), list: listOf() };
  });
  waits.resolve();
  expect(await first).toEqual([{ count: 0 }]);
  expect(await applied).toEqual([false, true]);
  expect(await second).toEqual([{ count: 2 }]);
  expect(order).toEqual(["first", "second"]);
  expect(files()).toEqual(["c", "held"]);
});

test("after a statement of a holder has failed nothing of it is committed", async () => {
  const { applyAll, files, hold } = await writing();
  const insert = "insert into files values (?, 'd', 1, 'now')";
  const failed: unknown[] = [];
  const held = hold(async (run) => {
    for (const path of ["a", "a", "b"])
      await run(insert, [path]).catch((error: unknown) => failed.push(error));
    return { result: undefined, list: listOf(file("c")) };
  });
  await expect(held).rejects.toMatchObject({ errcode: CONSTRAINT });
  expect(failed).toEqual([
    expect.objectContaining({ errcode: CONSTRAINT }),
    expect.objectContaining({ errcode: CONSTRAINT }),
  ]);
  expect(await applyAll(listOf(file("d")))).toEqual([true]);
  expect(files()).toEqual(["d"]);
});

test("what a holder did whose work fails is rolled back", async () => {
  const { applyAll, files, hold } = await writing();
  const held = hold(async (run) => {
    await run("insert into files values ('a', 'd', 1, 'now')");
    throw new Error("no more");
  });
  await expect(held).rejects.toThrow("no more");
  expect(await applyAll(listOf(file("b")))).toEqual([true]);
  expect(files()).toEqual(["b"]);
});
