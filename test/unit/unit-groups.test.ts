/** Groups of units of work: what is committed together, who is told what and when. */
import { expect, test } from "vitest";
import { slices, storage as limits } from "../../src/model/limits.ts";
import { StaleError } from "../../src/server/storage/database-error.ts";
import { openGroups, type UnitPlace } from "../../src/server/storage/unit-groups.ts";

/** A transaction that writes down what is asked of it, whose commits end when the test says so. */
function recorded() {
  const log: string[] = [];
  const told: string[] = [];
  const commits: PromiseWithResolvers<ReadonlyMap<number, unknown>>[] = [];
  let sent = 0;
  const groups = openGroups({
    begin: async (_unitsBefore, isSure) => void log.push(isSure ? "begin for sure" : "begin"),
    hold: async () => void log.push("hold"),
    commit: () => {
      log.push("commit");
      const commit = Promise.withResolvers<ReadonlyMap<number, unknown>>();
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
  const commit = async (outcome: Error | ReadonlyMap<number, unknown> = new Map()) => {
    await turns();
    const under = commits.shift();
    if (outcome instanceof Error) under?.reject(outcome);
    else under?.resolve(outcome);
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
  expect(since()).toEqual({ log: ["begin", "b", "hold"], told: ["a"] });
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
  expect(since()).toEqual({
    log: ["begin", "a", "hold", "commit", "begin", "b", "commit"],
    told: ["a"],
  });
});

test("a unit that the database took back is refused, and nobody else of its group", async () => {
  const { since, unit, commit } = recorded();
  for (const name of ["a", "b", "c"]) void unit(name);
  await commit(new Map([[1, new Error("UNIQUE constraint failed")]]));
  expect(since().told).toEqual(["a", "b: UNIQUE constraint failed", "c"]);
});

test("a group whose database was changed by somebody else runs once more, and then for sure", async () => {
  const { since, unit, commit } = recorded();
  for (const name of ["a", "b"]) void unit(name);
  await commit(new StaleError());
  const once = ["begin", "a", "b", "commit", "rollback"];
  expect(since()).toEqual({ log: [...once, "begin for sure", "a", "b", "commit"], told: [] });
  await commit();
  expect(since().told).toEqual(["a", "b"]);
  void unit("c");
  await turns();
  expect(since().log).toEqual(["begin", "c", "commit"]);
});

test("a unit that learns of somebody else's change is not refused for it", async () => {
  const { since, unit, commit } = recorded();
  let times = 0;
  void unit("a", async () => {
    if (++times === 1) throw new StaleError();
  });
  void unit("b");
  await commit();
  expect(since()).toEqual({
    log: ["begin", "a", "rollback", "begin for sure", "a", "b", "commit"],
    told: ["a", "b"],
  });
});

test("what was given up before the commit is done again, one after the other", async () => {
  const { since, unit, commit } = recorded();
  for (const name of ["a", "b"]) void unit(name);
  await commit(Object.assign(failing(), { isLost: true }));
  await commit();
  await commit(failing());
  expect(since()).toEqual({
    log: [
      "begin",
      "a",
      "b",
      "commit",
      "rollback",
      "begin",
      "a",
      "commit",
      "begin",
      "b",
      "commit",
      "rollback",
    ],
    told: ["a", "b: disk I/O error"],
  });
});

test("others are served between units that take long", async () => {
  const { since, unit, commit } = recorded();
  const busy = async () => {
    const until = performance.now() + slices.ms;
    while (performance.now() < until);
  };
  let turns = 0;
  const seen: number[] = [];
  for (const name of ["a", "b", "c"])
    void unit(name, async () => {
      seen.push(turns);
      setImmediate(() => turns++);
      await busy();
    });
  // On a slow machine they are more than one group.
  for (let group = 0; group < 3; group++) await commit();
  expect(since().told).toEqual(["a", "b", "c"]);
  expect(seen).toEqual([0, 1, 2]);
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
