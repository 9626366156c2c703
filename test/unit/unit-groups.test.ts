/** Groups of units of work: what is committed together, who is told what and when. */
import { expect, test } from "vitest";
import { storage as limits } from "../../src/model/limits.ts";
import { openGroups, type UnitPlace } from "../../src/server/storage/unit-groups.ts";

/** A transaction that writes down what is asked of it, whose commits end when the test says so. */
function recorded() {
  const log: string[] = [];
  const told: string[] = [];
  const commits: PromiseWithResolvers<void>[] = [];
  let sent = 0;
  const groups = openGroups({
    begin: async () => void log.push("begin"),
    commit: () => {
      log.push("commit");
      const commit = Promise.withResolvers<void>();
      commits.push(commit);
      return commit.promise;
    },
    rollback: async () => void log.push("rollback"),
    sentBytes: () => sent,
  });
  const unit = (name: string, work: (place: UnitPlace) => Promise<void> = async () => undefined) =>
    groups
      .run(async (place) => {
        log.push(name);
        await work(place);
        return name;
      })
      .then(
        (result) => void told.push(result),
        (error: unknown) => void told.push(`${name}: ${(error as Error).message}`),
      );
  /** Ends the commit that is under way. */
  const commit = async (error?: Error) => {
    await turns();
    const under = commits.shift();
    if (error === undefined) under?.resolve();
    else under?.reject(error);
    await turns();
  };
  const since = () => ({ log: log.splice(0), told: told.splice(0) });
  return { since, unit, commit, send: (bytes: number) => void (sent += bytes) };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
}

const full = () => Object.assign(new Error("database or disk is full"), { errcode: 13 });
const failing = () => Object.assign(new Error("disk I/O error"), { errcode: 4_106 });
const refuse = async () => {
  throw new Error("no such style");
};

test("what waits during a commit is the next group, in its order, and is told after its own commit", async () => {
  const { since, unit, commit } = recorded();
  void unit("a");
  await turns();
  void unit("b");
  void unit("c", refuse);
  void unit("d");
  await turns();
  expect(since()).toEqual({ log: ["begin", "a", "commit"], told: [] });
  await commit();
  expect(since()).toEqual({ log: ["begin", "b", "c", "d", "commit"], told: ["a"] });
  await commit();
  expect(since()).toEqual({ log: [], told: ["b", "c: no such style", "d"] });
});

test("a commit that fails is told to everybody of the group, and the next group goes on", async () => {
  const { since, unit, commit } = recorded();
  for (const name of ["a", "b"]) void unit(name);
  await commit(failing());
  expect(since()).toEqual({
    log: ["begin", "a", "b", "commit", "rollback"],
    told: ["a: disk I/O error", "b: disk I/O error"],
  });
  void unit("c");
  await commit();
  expect(since()).toEqual({ log: ["begin", "c", "commit"], told: ["c"] });
});

test("where the disk is too full for a group, each of it runs again alone, in order and before others", async () => {
  const { since, unit, commit } = recorded();
  for (const name of ["a", "b"]) void unit(name);
  await turns();
  void unit("c");
  await commit(full());
  const once = ["begin", "a", "b", "commit", "rollback"];
  expect(since()).toEqual({ log: [...once, "begin", "a", "commit"], told: [] });
  await commit(full());
  const refused = "a: database or disk is full";
  expect(since()).toEqual({ log: ["rollback", "begin", "b", "commit"], told: [refused] });
  await commit();
  expect(since()).toEqual({ log: ["begin", "c", "commit"], told: ["b"] });
  await commit();
  expect(since()).toEqual({ log: [], told: ["c"] });
});

test("a statement that meets the full disk undoes all before it, which runs again without it", async () => {
  const { since, unit, commit } = recorded();
  void unit("a");
  void unit("b", async () => {
    throw full();
  });
  await commit();
  expect(since()).toEqual({
    log: ["begin", "a", "b", "rollback", "begin", "a", "commit", "begin", "b", "rollback"],
    told: ["a", "b: database or disk is full"],
  });
});

test("who waits for something else has nobody of the group wait with it", async () => {
  const { since, unit, commit } = recorded();
  const outside = Promise.withResolvers<void>();
  void unit("a");
  void unit("b", async ({ stayAlone }) => {
    await stayAlone();
    await outside.promise;
  });
  void unit("c");
  await turns();
  expect(since()).toEqual({ log: ["begin", "a", "b", "commit"], told: [] });
  await commit();
  expect(since()).toEqual({ log: ["begin", "b"], told: ["a"] });
  outside.resolve();
  await commit();
  expect(since()).toEqual({ log: ["commit", "begin", "c", "commit"], told: ["b"] });
  await commit();
  expect(since()).toEqual({ log: [], told: ["c"] });
});

test("the first of a group stays alone without running twice", async () => {
  const { since, unit, commit } = recorded();
  void unit("a", ({ stayAlone }) => stayAlone());
  void unit("b");
  await commit();
  expect(since()).toEqual({ log: ["begin", "a", "commit", "begin", "b", "commit"], told: ["a"] });
});

test("a group ends with so many units, and with so many bytes", async () => {
  const { since, unit, commit, send } = recorded();
  for (let number = 0; number <= limits.groupUnits; number++) void unit(`${number}`);
  await turns();
  expect(since().log).toHaveLength(limits.groupUnits + 2);
  await commit();
  await commit();
  since();
  void unit("a");
  void unit("b", async () => send(limits.groupBytes));
  void unit("c");
  await turns();
  expect(since().log).toEqual(["begin", "a", "b", "commit"]);
});
