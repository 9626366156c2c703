/**
 * Walking folders to be harvested: what is found, in which order, and that nothing outside is ever
 * read, not even while somebody swaps folders for links.
 */
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MosaicFiles, WalkedEntry } from "../../src/server/catalog/mosaic-files.ts";
import { writeFiles } from "../support/run/folders.ts";
import { scale, testInProof } from "../support/run/scale.ts";
import { ground } from "./support.ts";

async function walked(
  files: MosaicFiles,
  folder: string,
  options: { recursive?: boolean; accept?: (path: string) => boolean } = {},
): Promise<readonly WalkedEntry[]> {
  const { recursive = true, accept = () => true } = options;
  return Array.fromAsync(files.walk(folder, { recursive, accept }));
}

const found = (root: string, entries: readonly WalkedEntry[]) =>
  entries.filter(({ kind }) => kind === "file").map(({ path }) => relative(root, path));
const faults = (root: string, entries: readonly WalkedEntry[]) =>
  entries.flatMap((met) =>
    met.kind === "error" ? [`${relative(root, met.path)}: ${met.message}`] : [],
  );

describe("what is found", () => {
  test("regular files in order of their names, folder by folder, without hidden ones", async () => {
    const { root, files } = await ground();
    writeFiles(root, {
      "b.tif": "",
      "a/2.tif": "",
      "a/10.tif": "",
      "a/.hidden.tif": "",
      ".hidden/c.tif": "",
      "a.tif": "",
      "Z.tif": "",
    });
    const entries = await walked(files, root);
    expect(found(root, entries)).toEqual(["Z.tif", "a/10.tif", "a/2.tif", "a.tif", "b.tif"]);
    expect(faults(root, entries)).toEqual([]);
  });

  test("only what is accepted, and only this folder when asked so", async () => {
    const { root, files } = await ground();
    writeFiles(root, { "a.tif": "", "a.txt": "", "d/b.tif": "" });
    const accept = (path: string) => path.endsWith(".tif");
    const entries = await walked(files, root, { recursive: false, accept });
    expect(found(root, entries)).toEqual(["a.tif"]);
  });

  test("links inside are followed once, links outside are faults", async () => {
    const { root, data, outside, files } = await ground();
    writeFiles(root, { "d/a.tif": "" });
    writeFiles(outside, { "secret.tif": "", "d/secret.tif": "" });
    writeFiles(data, { "data/w/x.tif": "" });
    symlinkSync(join(data, "data/w"), join(root, "other"));
    symlinkSync("d", join(root, "again"));
    symlinkSync("..", join(root, "d/up"));
    symlinkSync("d/a.tif", join(root, "latest.tif"));
    symlinkSync(outside, join(root, "out"));
    symlinkSync(join(outside, "secret.tif"), join(root, "out.tif"));
    symlinkSync("nothing", join(root, "void.tif"));
    const entries = await walked(files, root);
    expect(found(root, entries)).toEqual(["d/a.tif", "../data/data/w/x.tif"]);
    expect(faults(root, entries)).toEqual([
      "out: leads to where nothing may be harvested",
      "out.tif: leads to where nothing may be harvested",
      "void.tif: leads to nothing",
    ]);
  });

  test("what is neither file nor folder is a fault, and the rest is found", async () => {
    const { root, files } = await ground();
    writeFiles(root, { "a.tif": "", "c.tif": "" });
    execFileSync("mkfifo", [join(root, "b.tif")]);
    const entries = await walked(files, root);
    expect(found(root, entries)).toEqual(["a.tif", "c.tif"]);
    expect(faults(root, entries)).toEqual(["b.tif: is neither file nor folder"]);
  });

  test("the data folder, without what is the server's own", async () => {
    const { data, files } = await ground();
    writeFiles(data, {
      "catalog.db": "",
      "keystore-password": "",
      "initial-admin-password": "",
      "staging/x/a.tif": "",
      "data/w/s/a.tif": "",
    });
    const entries = await walked(files, data);
    expect(entries).toEqual([{ kind: "file", path: join(data, "data/w/s/a.tif") }]);
  });

  test("16 levels of folders, and no more", async () => {
    const { root, files } = await ground();
    writeFiles(root, { [`${"d/".repeat(16)}a.tif`]: "", [`${"d/".repeat(17)}b.tif`]: "" });
    const entries = await walked(files, root);
    expect(found(root, entries)).toEqual([`${"d/".repeat(16)}a.tif`]);
    expect(faults(root, entries)).toEqual([
      `${"d/".repeat(17).slice(0, -1)}: is more than 16 folders deep`,
    ]);
  });

  test("a folder that is not there is one fault", async () => {
    const { root, files } = await ground();
    expect(faults(root, await walked(files, join(root, "nothing")))).toEqual([
      "nothing: cannot be read (ENOENT)",
    ]);
  });
});

const touch = (folder: string, count: number) =>
  execFileSync("sh", ["-c", `seq -f '%06g.tif' 1 ${count} | xargs touch`], { cwd: folder });

test("many files are walked", async () => {
  const { root, files } = await ground();
  touch(root, 2_000);
  expect(await walked(files, root)).toHaveLength(2_000);
});

testInProof(
  "as many files as the bound are walked, one more is refused",
  async () => {
    const { root, files } = await ground();
    touch(root, 100_000);
    expect(await walked(files, root)).toHaveLength(100_000);
    writeFileSync(join(root, "one-more.tif"), "");
    await expect(walked(files, root)).rejects.toMatchObject({ code: "too-large" });
  },
  120_000,
);

test("a folder that is swapped for a link during walks shows nothing of what is outside", async () => {
  const { base, root, outside, files } = await ground();
  writeFiles(root, { "d/e/inside.tif": "inside", "d/inside.tif": "inside" });
  writeFiles(outside, { "e/inside.tif": "SECRET", "inside.tif": "SECRET", "secret.tif": "SECRET" });
  const stop = new Int32Array(new SharedArrayBuffer(8));
  const workerData = { folder: join(root, "d"), aside: join(base, "aside"), target: outside, stop };
  const worker = new Worker(new URL("swapper.ts", import.meta.url), { workerData });
  const ended = new Promise((resolve) => void worker.once("exit", resolve));
  onTestFinished(async () => {
    Atomics.store(stop, 0, 1);
    await ended;
  });
  const seen = { inside: 0, refused: 0, outside: 0 };
  const walks = scale({ test: 150, proof: 10_000 });
  for (let n = 0; n < walks || Atomics.load(stop, 1) < 1_000; n++) {
    for (const met of await walked(files, root)) {
      if (met.kind === "error") seen.refused++;
      else if (met.path.includes("secret")) seen.outside++;
      else seen[await readThrough(files, met.path)]++;
    }
    seen[await readThrough(files, join(root, "d/inside.tif"))]++;
  }
  expect(seen.outside).toBe(0);
  expect(seen.inside).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
}, 120_000);

/** Reads a file in both ways that are offered. */
async function readThrough(
  files: MosaicFiles,
  path: string,
): Promise<"inside" | "refused" | "outside"> {
  try {
    const file = await files.openConfined(path);
    try {
      const texts = [Buffer.from(await file.content(100)).toString()];
      // Where the system gives no path to what is open, `verify` is all that readers have.
      if (file.readPath !== file.path) texts.push(await readFile(file.readPath, "utf8"));
      return texts.some((text) => text !== "inside") ? "outside" : "inside";
    } finally {
      await file.close();
    }
  } catch {
    return "refused";
  }
}
