/** The connection that writes: what is applied together, and what becomes of it when something fails. */
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { prepareTables } from "../../src/server/storage/schema.ts";
import { connectWriting, type Connection } from "../../src/server/storage/sqlite-connection.ts";
import { tablesOn } from "../../src/server/storage/sqlite-readers.ts";
import { sqliteTexts } from "../../src/server/storage/sqlite-statements.ts";
import {
  openWriteSession,
  type WriteAnswer,
  type WriteRequest,
} from "../../src/server/storage/sqlite-units.ts";
import type { UnitList } from "../../src/server/storage/unit.ts";
import { temporaryFolder } from "../support/run/folders.ts";

/** A session on a database, whose statements fail as the test says. */
async function session() {
  const path = join(temporaryFolder(), "catalog.db");
  const connection = connectWriting(path, { waitMs: 0, cacheKib: 100 });
  onTestFinished(() => connection.close());
  await prepareTables(tablesOn(connection));
  const failures: { readonly sql: string; readonly errcode: number; times: number }[] = [];
  const prepare: Connection["prepare"] = (sql) => {
    const statement = connection.prepare(sql);
    const run = statement.run.bind(statement) as (
      ...values: unknown[]
    ) => ReturnType<typeof statement.run>;
    statement.run = (...values: unknown[]) => {
      const failure = failures.find((one) => one.times > 0 && sql.includes(one.sql));
      if (failure === undefined) return run(...values);
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
  const { take } = openWriteSession(failing, sqliteTexts);
  const files = () =>
    connection
      .prepare("select path from files order by path")
      .all()
      .map((row) => row["path"]);
  const fail = (sql: string, errcode: number, times = 1) =>
    void failures.push({ sql, errcode, times });
  return { take, files, fail };
}

const file = (path: string): UnitList["changes"][number] => ["putFile", [path, "d", 1, "now"]];
const listOf = (...changes: UnitList["changes"]): UnitList => ({
  reads: [],
  changes,
  entry: undefined,
});
const apply = (id: number, list: UnitList): WriteRequest => ({ id, does: "apply", list });
const outcome = (answer: WriteAnswer) =>
  "isSame" in answer ? answer.isSame : "error" in answer ? answer.error.errcode : "rows";
const outcomes = (answers: readonly WriteAnswer[]) =>
  Object.fromEntries(answers.map((answer) => [answer.id, outcome(answer)]));

const CONSTRAINT = 1_555;
const FULL = 13;
const DISK = 4_106;

test("a list that the database refuses is refused alone", async () => {
  const { take, files } = await session();
  const link = ["addLink", ["style", "", "s", "l"]] as const;
  const answers = take([
    apply(1, listOf(file("a"))),
    apply(2, listOf(file("b"), link, link)),
    apply(3, listOf(file("c"))),
  ]);
  expect(outcomes(answers)).toEqual({ 1: true, 2: CONSTRAINT, 3: true });
  expect(files()).toEqual(["a", "c"]);
});

test("a list whose reads are different by now changes nothing", async () => {
  const { take, files } = await session();
  const read = { query: "file", parameters: ["a"], rows: [] } as const;
  const second = { ...listOf(file("b")), reads: [read] };
  const answers = take([
    apply(1, listOf(file("a"))),
    apply(2, second),
    apply(3, listOf(file("c"))),
  ]);
  expect(outcomes(answers)).toEqual({ 1: true, 2: false, 3: true });
  expect(files()).toEqual(["a", "c"]);
});

test("a commit that the disk fails is told to everybody of the group, and the next goes on", async () => {
  const { take, files, fail } = await session();
  fail("commit", DISK);
  const group = ["a", "b"].map((path, id) => apply(id, listOf(file(path))));
  expect(outcomes(take(group))).toEqual({ 0: DISK, 1: DISK });
  expect(outcomes(take([apply(2, listOf(file("c")))]))).toEqual({ 2: true });
  expect(files()).toEqual(["c"]);
});

test("where the disk is too full for a group, each of it is tried alone", async () => {
  const { take, files, fail } = await session();
  fail("commit", FULL, 2);
  const group = ["a", "b"].map((path, id) => apply(id, listOf(file(path))));
  expect(outcomes(take(group))).toEqual({ 0: FULL, 1: true });
  expect(files()).toEqual(["b"]);
});

test("a statement that meets a failing disk is refused, and others of the group are tried without it", async () => {
  const { take, files, fail } = await session();
  fail('insert into "links"', DISK, 2);
  const link = ["addLink", ["style", "", "s", "l"]] as const;
  const answers = take([apply(1, listOf(file("a"))), apply(2, listOf(file("b"), link))]);
  expect(outcomes(answers)).toEqual({ 1: true, 2: DISK });
  expect(files()).toEqual(["a"]);
});

test("while a holder has the lock others wait, and see then what it left", async () => {
  const { take, files } = await session();
  const read = { query: "file", parameters: ["held"], rows: [] } as const;
  const answers = take([
    { id: 1, does: "hold" },
    apply(2, { ...listOf(file("b")), reads: [read] }),
    { id: 3, does: "hold" },
    apply(4, listOf(file("c"))),
  ]);
  expect(outcomes(answers)).toEqual({ 1: "rows" });
  const statements = [{ sql: "select count(*) as count from files", parameters: [] }];
  expect(take([{ id: 5, does: "run", statements }])).toEqual([{ id: 5, rows: [{ count: 0 }] }]);
  const ended = take([{ id: 6, does: "end", list: listOf(file("held")) }]);
  expect(outcomes(ended)).toEqual({ 6: "rows", 2: false, 3: "rows" });
  expect(outcomes(take([{ id: 7, does: "end", list: undefined }]))).toEqual({ 7: "rows", 4: true });
  expect(files()).toEqual(["c", "held"]);
});

test("after a statement of a holder has failed nothing of it is committed", async () => {
  const { take, files } = await session();
  const insert = "insert into files values (?, 'd', 1, 'now')";
  const row = { sql: insert, parameters: ["a"] };
  take([{ id: 1, does: "hold" }]);
  const failed = take([{ id: 2, does: "run", statements: [row, row] }]);
  expect(outcomes(failed)).toEqual({ 2: CONSTRAINT });
  const after = take([{ id: 3, does: "run", statements: [{ ...row, parameters: ["b"] }] }]);
  expect(outcomes(after)).toEqual({ 3: CONSTRAINT });
  const ended = take([{ id: 4, does: "end", list: listOf(file("c")) }]);
  expect(outcomes(ended)).toEqual({ 4: CONSTRAINT });
  expect(outcomes(take([apply(5, listOf(file("d")))]))).toEqual({ 5: true });
  expect(files()).toEqual(["d"]);
});
