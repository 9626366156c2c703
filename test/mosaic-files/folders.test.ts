/** Folders of stores: removed as far as this server wrote them, and how they are called. */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realDisk } from "../../src/server/mosaics/disk.ts";
import { recoverChanges } from "../../src/server/mosaics/journal.ts";
import { writeFiles } from "../support/run/folders.ts";
import { contentOf, create, ground, RAIN, stagedIn } from "./support.ts";

describe("removal", () => {
  test("of some files takes those that this server wrote", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a", "d/b.tif": "b", "c.tif": "c" });
    writeFiles(on.files.folderOf(RAIN), { "mine.tif": "mine" });
    writeFiles(on.data, { "data/w/x.tif": "x" });
    const asked = ["a.tif", "d/b.tif", "mine.tif", "../x.tif", "/etc/hostname", "nothing.tif"];
    await on.files.removeFiles(RAIN, "with-side-files", (note) => note(asked));
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "c.tif": "c", "mine.tif": "mine" });
    writeFiles(on.files.folderOf(RAIN), { "a.tif": "mine now" });
    await on.files.remove(RAIN);
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "mine now", "mine.tif": "mine" });
  });

  test.for([
    ["side-files", ["a.tif", "d/b.tif"]],
    ["with-side-files", []],
  ] as const)("of %s of some granules", async ([what, granules]) => {
    const on = await ground();
    const sides = ["a.tfw", "a.prj", "a.tif.aux.xml", "a.tif.ovr", "a.tif.msk", "d/b.WLD"];
    const others = ["a.txt", "b.wld", "d/a.tfw", "c.png", "c.tif", "c.tfw", "indexer.properties"];
    const names = ["a.tif", "d/b.tif", ...sides, ...others];
    await create(on, Object.fromEntries(names.map((name) => [name, "1"])));
    const folder = on.files.folderOf(RAIN);
    writeFiles(folder, { "a.wld": "mine" });
    await on.files.removeFiles(RAIN, what, (note) =>
      note(["a.tif", "d/b.tif", "c.tif", "../a.tif"]),
    );
    const left = others.filter((name) => what === "side-files" || name !== "c.tif");
    expect(Object.keys(contentOf(folder)).toSorted()).toEqual(
      [...granules, ...left, "a.wld"].toSorted(),
    );
    // c.tfw and c.prj may be of c.png, which stays.
    await on.files.removeFiles(RAIN, what, (note) => note(["c.tif", "c.png"]));
    expect(existsSync(join(folder, "c.tfw"))).toBe(false);
  });

  test.for(["before", "after"] as const)(
    "of some files is all or nothing where the server is killed %s the catalog has recorded it",
    async (when) => {
      const on = await ground();
      await create(on, { "a.tif": "a", "a.tfw": "1", "b.tif": "b" });
      const noted = Promise.withResolvers<string>();
      void on.files.removeFiles(RAIN, "with-side-files", async (note) => {
        noted.resolve(await note(["a.tif"]));
        return new Promise<never>(() => undefined);
      });
      const change = await noted.promise;
      expect(Object.keys(contentOf(on.files.folderOf(RAIN)))).toHaveLength(3);
      await recoverChanges(on.data, { recorded: new Set(when === "after" ? [change] : []) });
      const left = when === "after" ? ["b.tif"] : ["a.tfw", "a.tif", "b.tif"];
      expect(Object.keys(contentOf(on.files.folderOf(RAIN)))).toEqual(left);
      // What comes later under that name is another file, whatever the catalog has recorded.
      writeFiles(on.files.folderOf(RAIN), { "a.tif": "another" });
      await recoverChanges(on.data, { recorded: new Set([change]) });
      expect(contentOf(on.files.folderOf(RAIN))).toMatchObject({ "a.tif": "another" });
    },
  );

  test("of some files takes none where the catalog forgets nothing, or refuses", async () => {
    const on = await ground();
    await create(on, { "a.tif": "a" });
    const remove = (forget: () => Promise<string | undefined>) =>
      on.files.removeFiles(RAIN, "with-side-files", async (note) => {
        await note(["a.tif"]);
        return forget();
      });
    await remove(async () => undefined);
    await expect(remove(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(contentOf(on.files.folderOf(RAIN))).toEqual({ "a.tif": "a" });
    expect(stagedIn(on)).toEqual([]);
  });

  test("of some files does not follow links", async () => {
    const on = await ground();
    await create(on, { "d/b.tif": "b" });
    writeFiles(on.outside, { "b.tif": "outside" });
    const folder = join(on.files.folderOf(RAIN), "d");
    await realDisk.rename(folder, `${folder}-was`);
    symlinkSync(on.outside, folder);
    await on.files.removeFiles(RAIN, "with-side-files", (note) => note(["d/b.tif"]));
    expect(contentOf(on.outside)).toEqual({ "b.tif": "outside" });
  });

  test("none at the start: what this server wrote for stores that are gone is set aside, nothing else", async () => {
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
    const aside = await on.files.tidy(async () => [{ workspace: "w", store: "known" }]);
    const today = new Date().toISOString().slice(0, 10);
    const moved = (store: string) => ({
      from: `data/w/${store}`,
      to: `.orphans/${today}/w/${store}`,
    });
    expect(aside.toSorted((a, b) => (a.from < b.from ? -1 : 1))).toEqual(
      ["gone", "mixed"].map(moved),
    );
    expect(contentOf(join(on.data, ".orphans", today))).toEqual({
      "w/gone/a.tif": "gone",
      "w/mixed/a.tif": "mixed",
    });
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
    await create(on, { "a.tif": "again" }, { workspace: "w", store: "gone" });
    expect(await on.files.tidy(async () => [{ workspace: "w", store: "known" }])).toEqual([
      { from: "data/w/gone", to: `.orphans/${today}/w/gone~2` },
    ]);
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
