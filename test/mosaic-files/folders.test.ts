/** Folders of stores: renamed, removed as far as this server wrote them, and how they are called. */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realDisk } from "../../src/server/mosaics/disk.ts";
import { writeFiles } from "../support/folders.ts";
import { contentOf, create, ground, RAIN, SNOW, stagedIn } from "./support.ts";

describe("rename", () => {
  test("moves the folder; undone, it is back", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a" });
    await (await on.files.rename(RAIN, SNOW)).undo();
    expect(await on.files.list(RAIN)).toEqual(["a.tif"]);
    expect(await on.files.list(SNOW)).toEqual([]);
    await (await on.files.rename(RAIN, { workspace: "v", store: "rain" })).done();
    expect(contentOf(join(on.data, "data/v/rain"))).toEqual({ "a.tif": "a" });
    await on.files.tidy([{ workspace: "v", store: "rain" }]);
    expect(contentOf(join(on.data, "data/v/rain"))).toEqual({ "a.tif": "a" });
    expect(stagedIn(on)).toEqual([]);
  });

  test("over files of the operator is refused", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a" });
    writeFiles(on.files.folderOf(SNOW), { "mine.tif": "mine" });
    await expect(on.files.rename(RAIN, SNOW)).rejects.toMatchObject({ code: "folder-occupied" });
    expect(await on.files.list(RAIN)).toEqual(["a.tif"]);
    expect(stagedIn(on)).toEqual([]);
  });

  test("of a store without files does nothing", async () => {
    const on = await ground();
    await (await on.files.rename(RAIN, SNOW)).done();
    expect(existsSync(on.files.folderOf(SNOW))).toBe(false);
  });
});

describe("removal", () => {
  test("of some files takes those that this server wrote", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a", "d/b.tif": "b", "c.tif": "c" });
    writeFiles(on.files.folderOf(RAIN), { "mine.tif": "mine" });
    writeFiles(on.data, { "data/w/x.tif": "x" });
    const asked = ["a.tif", "d/b.tif", "mine.tif", "../x.tif", "/etc/hostname", "nothing.tif"];
    expect(await on.files.removeFiles(RAIN, async () => asked)).toEqual(["a.tif", "d/b.tif"]);
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "c.tif": "c", "mine.tif": "mine" });
    writeFiles(on.files.folderOf(RAIN), { "a.tif": "mine now" });
    await on.files.remove(RAIN);
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "mine now", "mine.tif": "mine" });
  });

  test("of some files does not follow links", async () => {
    const on = await ground();
    await create(on, { "d/b.tif": "b" });
    writeFiles(on.outside, { "b.tif": "outside" });
    const folder = join(on.files.folderOf(RAIN), "d");
    await realDisk.rename(folder, `${folder}-was`);
    symlinkSync(on.outside, folder);
    await on.files.removeFiles(RAIN, async () => ["d/b.tif"]);
    expect(contentOf(on.outside)).toEqual({ "b.tif": "outside" });
  });

  test("at the start: what this server wrote for stores that are gone, and nothing else", async () => {
    const on = await ground();
    for (const store of ["known", "gone", "released", "mixed"])
      await create(on, { "a.tif": store }, { workspace: "w", store });
    await on.files.release({ workspace: "w", store: "released" });
    writeFiles(join(on.data, "data"), {
      "w/mixed/mine.tif": "mine",
      "w/foreign/a.tif": "mine",
      "w/forged/.plumbline-store": "no JSON",
      "w/forged/a.tif": "mine",
      "loose.tif": "mine",
    });
    mkdirSync(join(on.data, "data/w/empty"));
    await on.files.tidy([{ workspace: "w", store: "known" }]);
    expect(contentOf(join(on.data, "data"))).toEqual({
      "w/known/a.tif": "known",
      "w/released/a.tif": "released",
      "w/mixed/mine.tif": "mine",
      "w/foreign/a.tif": "mine",
      "w/forged/a.tif": "mine",
      "loose.tif": "mine",
    });
    expect(existsSync(join(on.data, "data/w/empty"))).toBe(true);
    expect(stagedIn(on)).toEqual([]);
  });
});

describe("folders of names", () => {
  test.for([
    ["rain", "rain"],
    ["Rain_2024-05.v1", "Rain_2024-05.v1"],
    ["Nübel ö", "Nübel ö"],
    [".hidden", "%2Ehidden"],
    ["end.", "end%2E"],
    ["CON", "%43ON"],
    ["aux.tif", "%61ux.tif"],
    ["console", "console"],
    ["100%", "100%25"],
    ["%43ON", "%2543ON"],
  ] as const)("%s is in %s", async ([store, folder]) => {
    const { data, files } = await ground();
    expect(files.folderOf({ workspace: "w", store })).toBe(join(data, "data/w", folder));
  });

  test("long names have folders too, each its own", async () => {
    const { files } = await ground();
    const names = [`${"n".repeat(254)}.`, `${"n".repeat(253)}..`, "n".repeat(255)];
    const folders = names.map((store) => files.folderOf({ workspace: "w", store }));
    expect(new Set(folders).size).toBe(3);
    for (const folder of folders) {
      expect(Buffer.byteLength(folder.split("/").at(-1) ?? "")).toBeLessThanOrEqual(255);
      mkdirSync(folder, { recursive: true });
    }
  });
});
