/**
 * Files of stores: adopted whole or not at all, wherever it is cut off; put back when the catalog
 * refuses.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../src/model/digest.ts";
import type { MosaicPlace } from "../../src/server/catalog/mosaic.ts";
import { realDisk, type Disk } from "../../src/server/mosaics/disk.ts";
import { recoverChanges } from "../../src/server/mosaics/journal.ts";
import { folderLocks } from "../../src/server/mosaics/locks.ts";
import { openMosaicFiles } from "../../src/server/mosaics/open.ts";
import { readOwnership } from "../../src/server/mosaics/ownership.ts";
import { writeFiles } from "../support/run/folders.ts";
import { contentOf, create, ground, RAIN, stagedIn, stagedWith, type Ground } from "./support.ts";

describe("create", () => {
  test("puts the files where they belong and leaves nothing in staging", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a", "d/b.tif": "b" });
    const folder = join(on.data, "data/w/rain");
    expect(on.files.folderOf(RAIN)).toBe(folder);
    expect(contentOf(folder)).toEqual({ "a.tif": "a", "d/b.tif": "b" });
    expect(stagedIn(on)).toEqual([]);
  });

  test("replaces what an earlier store left, and undo brings that back", async () => {
    const on = await ground();
    await create(on, { "a.tif": "old", "b.tif": "old" });
    await on.files.release(RAIN);
    const change = await on.files.adopt(
      await stagedWith(on.files, { "a.tif": "new" }),
      RAIN,
      "create",
    );
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "new" });
    await change.undo();
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "old", "b.tif": "old" });
    await create(on, { "a.tif": "newer" });
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "newer" });
  });

  test("undone, nothing is there", async () => {
    const on = await ground();
    const staged = await stagedWith(on.files, { "a.tif": "a" });
    await (await on.files.adopt(staged, RAIN, "create")).undo();
    await staged.discard();
    expect(existsSync(on.files.folderOf(RAIN))).toBe(false);
    expect(stagedIn(on)).toEqual([]);
  });

  test.for([
    ["files that the operator put there", { "mine.tif": "mine" }],
    ["an ownership that cannot be read", { ".plumbline-store": "x" }],
  ] as const)("refuses %s", async ([_name, content]) => {
    const on = await ground();
    writeFiles(on.files.folderOf(RAIN), content);
    const staged = await stagedWith(on.files, { "b.tif": "b" });
    await expect(on.files.adopt(staged, RAIN, "create")).rejects.toMatchObject({
      code: "folder-occupied",
      message: /did not write/,
    });
    expect(readdirSync(on.files.folderOf(RAIN))).toEqual(Object.keys(content));
  });

  test("an empty folder is no hindrance", async () => {
    const on = await ground();
    mkdirSync(on.files.folderOf(RAIN), { recursive: true });
    await create(on, { "a.tif": "a" });
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "a" });
  });

  test("an operator's file beside those of an earlier store is in the way, and stays", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a" });
    writeFiles(on.files.folderOf(RAIN), { "mine.tif": "mine" });
    const staged = await stagedWith(on.files, { "b.tif": "b" });
    await expect(on.files.adopt(staged, RAIN, "create")).rejects.toMatchObject({
      code: "folder-occupied",
    });
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "a", "mine.tif": "mine" });
    expect(await staged.list()).toEqual(["b.tif"]);
  });

  test("an upload cannot say what this server wrote", async () => {
    const on = await ground();
    const lie = `{"workspace":"x","store":"y","released":true}\n"mine.tif"\n`;
    const folder = { ".PLUMBLINE-store/x": lie, ".plumbline-store.next/x": lie };
    await create(on, { "a.tif": "a", ".plumbline-store": lie, ...folder });
    writeFiles(on.files.folderOf(RAIN), { "mine.tif": "mine" });
    await on.files.remove(RAIN);
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "mine.tif": "mine" });
  });
});

describe("merge", () => {
  const before = { "a.tif": "old", "d/b.tif": "old", "keep.tif": "old" };
  const added = { "a.tif": "new", "d/b.tif": "new", "d/c.tif": "new", "e/f/g.tif": "new" };

  test("replaces, adds and keeps", async () => {
    const on = await ground();
    await create(on, before);
    const change = await on.files.adopt(await stagedWith(on.files, added), RAIN, "merge");
    await change.done();
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ ...before, ...added });
    expect(stagedIn(on)).toEqual([]);
    await on.files.remove(RAIN);
    expect(existsSync(on.files.folderOf(RAIN))).toBe(false);
  });

  test("undone, it is as before", async () => {
    const on = await ground();
    await create(on, before);
    const change = await on.files.adopt(await stagedWith(on.files, added), RAIN, "merge");
    await change.undo();
    expect(contentOf(on.files.folderOf(RAIN))).toEqual(before);
    expect(existsSync(join(on.files.folderOf(RAIN), "e"))).toBe(false);
  });

  test("into a folder of the operator, whose files are never removed", async () => {
    const on = await ground();
    writeFiles(on.files.folderOf(RAIN), { "mine.tif": "mine" });
    const change = await on.files.adopt(await stagedWith(on.files, added), RAIN, "merge");
    await change.done();
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ ...added, "mine.tif": "mine" });
    await on.files.remove(RAIN);
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "mine.tif": "mine" });
  });

  test.for([
    ["a file over a folder", { "a.tif/x": "old" }],
    ["a folder over a file", { d: "old" }],
    ["a folder over a file further down", { "e/f": "old" }],
  ] as const)("%s is refused, and nothing has changed", async ([_name, content]) => {
    const on = await ground();
    await create(on, content);
    const staged = await stagedWith(on.files, added);
    await expect(on.files.adopt(staged, RAIN, "merge")).rejects.toMatchObject({
      code: "folder-occupied",
    });
    expect(contentOf(on.files.folderOf(RAIN))).toEqual(content);
  });

  test("a link in the way is not followed", async () => {
    const on = await ground();
    await create(on, { "a.tif": "old" });
    symlinkSync(on.outside, join(on.files.folderOf(RAIN), "d"));
    const staged = await stagedWith(on.files, added);
    await expect(on.files.adopt(staged, RAIN, "merge")).rejects.toMatchObject({
      code: "folder-occupied",
    });
    expect(readdirSync(on.outside)).toEqual([]);
  });

  test("a second change waits for the first", async () => {
    const on = await ground();
    await create(on, before);
    const first = await on.files.adopt(await stagedWith(on.files, added), RAIN, "merge");
    const second = on.files.adopt(await stagedWith(on.files, { "a.tif": "2" }), RAIN, "merge");
    await first.undo();
    await (await second).done();
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ ...before, "a.tif": "2" });
  });

  test("says what is in each file, once, however often it is replaced", async () => {
    const on = await ground();
    await create(on, before);
    const path = join(on.files.folderOf(RAIN), ".plumbline-store");
    const merge = async (content: string) => {
      const staged = await on.files.stage();
      writeFiles(on.data, { "staging/body": content });
      await staged.take(join(on.data, "staging/body"), "a.tif");
      await (await on.files.adopt(staged, RAIN, "merge")).done();
    };
    await merge("first");
    const line = readFileSync(path, "utf8").trimEnd().split("\n").at(-1) ?? "";
    appendFileSync(path, `${line}\n`.repeat(700));
    await merge("second");
    const { files } = (await readOwnership(on.files.folderOf(RAIN))) ?? {};
    expect(files?.get("a.tif")).toEqual({ bytes: 6, digest: digestOf("second") });
    expect(files?.size).toBe(3);
    expect(statSync(path).size).toBeLessThan(1_000);
  });

  test("and not for ever", async () => {
    const take = folderLocks(20);
    const giveBack = await take("x");
    await expect(take("x")).rejects.toMatchObject({ code: "busy" });
    giveBack();
    (await take("x"))();
  });

  test("is refused at once to who does not wait", async () => {
    const take = folderLocks(60_000);
    const giveBack = await take("x");
    await expect(take("x", 0)).rejects.toMatchObject({ code: "busy" });
    giveBack();
  });
});

/** A disk that fails at the step of a number and at every later one, as after a crash. */
function crashingDisk(): { disk: Disk; crashAt: (step: number) => void; steps: () => number } {
  let step = 0;
  let end = Infinity;
  const wrapped = Object.entries(realDisk).map(([name, work]) => [
    name,
    async (...args: [string, string]) => {
      if (++step > end) throw new Error("crash");
      // Nothing here loses power, and syncing is what takes time.
      if (name === "sync") return;
      await (work as (...given: [string, string]) => Promise<void>)(...args);
    },
  ]);
  const crashAt = (at: number) => {
    end = step + at;
  };
  const disk: Disk = Object.fromEntries(wrapped);
  return { disk, crashAt, steps: () => step };
}

/** What the next start does, for these stores in the catalog, which has recorded these changes. */
async function restart(
  on: Ground,
  known: readonly MosaicPlace[],
  recorded: readonly string[] = [],
): Promise<void> {
  await recoverChanges(on.data, { recorded: new Set(recorded) });
  for (const name of stagedIn(on)) await realDisk.removeAll(join(on.data, "staging", name));
  const files = await openMosaicFiles({ dataFolder: on.data, granuleRoots: [] });
  await files.tidy(async () => known);
}

describe("a crash at every step", () => {
  const before = { "a.tif": "old", "d/b.tif": "old", "keep.tif": "old" };
  const added = { "a.tif": "new", "d/b.tif": "new", "d/c.tif": "new", "e/f/g.tif": "new" };

  const changes = [
    { name: "of a creation", mode: "create", start: {}, known: [], whole: added },
    {
      name: "of a creation over an earlier store",
      mode: "create",
      start: before,
      known: [],
      released: true,
      whole: added,
    },
    {
      name: "of a merge",
      mode: "merge",
      start: before,
      known: [RAIN],
      whole: { ...before, ...added },
    },
  ] as const;

  test.for(
    changes.flatMap((change) => [
      { ...change, name: `${change.name} that is not recorded`, isRecorded: false },
      { ...change, name: `${change.name} that is recorded`, isRecorded: true },
    ]),
  )("$name", async ({ mode, start, known, whole, isRecorded, ...more }) => {
    const met = { before: 0, whole: 0 };
    for (let step = 0, ended = false; !ended; step++) {
      const { disk, crashAt } = crashingDisk();
      const on = await ground(disk);
      if (Object.keys(start).length > 0) await create(on, start);
      if ("released" in more) await on.files.release(RAIN);
      const said = await readOwnership(on.files.folderOf(RAIN));
      const staged = await stagedWith(on.files, added);
      crashAt(step);
      const change = await on.files.adopt(staged, RAIN, mode).catch(() => undefined);
      // The catalog records it as soon as the files are there, and never before.
      const isWhole = change !== undefined && isRecorded;
      if (isWhole)
        ended = await change.done().then(
          () => true,
          () => false,
        );
      else ended = change !== undefined;
      await restart(on, isWhole ? [RAIN] : known, isWhole ? [change.id] : []);
      const left = contentOf(on.files.folderOf(RAIN));
      expect(left, `after step ${step}`).toEqual(isWhole ? whole : start);
      // What is there and what is written down of it are put back together.
      if (mode === "merge" && !isWhole)
        expect(await readOwnership(on.files.folderOf(RAIN))).toEqual(said);
      met[isWhole ? "whole" : "before"]++;
    }
    expect(met.before).toBeGreaterThan(2);
    if (isRecorded) expect(met.whole).toBeGreaterThan(2);
  });

  test("of putting a merge back after a crash", async () => {
    for (let step = 0, wasWhole = false; !wasWhole; step++) {
      const { disk, crashAt, steps } = crashingDisk();
      const on = await ground(disk);
      await create(on, before);
      const staged = await stagedWith(on.files, added);
      const first = steps();
      const change = await on.files.adopt(staged, RAIN, "merge");
      expect(steps()).toBeGreaterThan(first);
      crashAt(step);
      wasWhole = await change.undo().then(
        () => true,
        () => false,
      );
      const again = crashingDisk();
      again.crashAt(3);
      await recoverChanges(on.data, { disk: again.disk }).catch(() => undefined);
      await restart(on, [RAIN]);
      const left = contentOf(on.files.folderOf(RAIN));
      expect([before, { ...before, ...added }], `after step ${step}`).toContainEqual(left);
    }
  });
});

test("a change that cannot be read ends the start, with what to do", async () => {
  const { data } = await ground();
  writeFiles(data, { "staging/mosaic-x/change.json": "{" });
  await expect(recoverChanges(data)).rejects.toThrow(/change\.json.* cannot be read; remove it/);
});
