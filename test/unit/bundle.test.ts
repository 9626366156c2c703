/** Which of the two the executable runs: the bundle, or the sources that are newer. */
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { isBundleFresh } from "../../bin/sources.js";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { root } from "../support/project/sources.ts";

type Sources = typeof import("../../bin/sources.js");

/** A project of one source in a folder of its own, with its bundle. */
async function project() {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "package-lock.json": "{}",
    "scripts/build.ts": "",
    "scripts/build/console.ts": "",
    "src/cli/main.ts": "export {};\n",
    "src/model/name.ts": "export {};\n",
  });
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "dist"));
  cpSync(join(root, "bin", "sources.js"), join(folder, "bin", "sources.js"));
  const module = pathToFileURL(join(folder, "bin", "sources.js")).href;
  const sources = (await import(module)) as Sources;
  writeFileSync(sources.STAMP, sources.describeSources());
  return { at: (path: string) => join(folder, path), isFresh: () => sources.isBundleFresh() };
}

test("a bundle of the sources is run", async () => {
  const { isFresh } = await project();
  expect(isFresh()).toBe(true);
  expect(isBundleFresh()).toBe(true);
});

test("a bundle is ASCII, which takes half the memory of a text that is not", () => {
  const files = globSync("*.js", { cwd: join(root, "dist") });
  expect(files.length).toBeGreaterThan(10);
  const isAscii = (file: string) =>
    readFileSync(join(root, "dist", file)).every((byte) => byte < 0x80);
  expect(files.filter((file) => !isAscii(file))).toEqual([]);
});

test.for([
  ["a source is edited", (at) => writeFileSync(at("src/cli/main.ts"), "export {};\n// more\n")],
  ["a source comes", (at) => writeFileSync(at("src/model/style.ts"), "export {};\n")],
  ["a source is renamed", (at) => renameSync(at("src/model/name.ts"), at("src/model/names.ts"))],
  ["a source goes", (at) => rmSync(at("src/model/name.ts"))],
  ["the way it is made changes", (at) => writeFileSync(at("scripts/build.ts"), "// more\n")],
  [
    "the way its pages are made changes",
    (at) => writeFileSync(at("scripts/build/console.ts"), "// more\n"),
  ],
  ["a folder goes", (at) => rmSync(at("src/model"), { recursive: true })],
  ["a dependency changes", (at) => writeFileSync(at("package-lock.json"), "{ }")],
  ["it was not made to its end", (at) => rmSync(at("dist/sources.txt"))],
] as const satisfies readonly (readonly [string, (at: (path: string) => string) => void])[])(
  "the sources are run when %s",
  async ([, change]) => {
    const { at, isFresh } = await project();
    change(at);
    expect(isFresh()).toBe(false);
  },
);

test("where there are no sources, the bundle is all there is", async () => {
  const { at, isFresh } = await project();
  rmSync(at("src"), { recursive: true });
  expect(isFresh()).toBe(true);
});
