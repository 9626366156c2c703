/**
 * Servers of 2.x choose the form of an answer by the suffix of its path: the examples, the manifests of the project and
 * imports ask nothing that depends on it.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { document } from "../support/estates/passes.ts";
import { examples } from "../support/project/examples.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { sld } from "../support/estates/artefacts.ts";
import { root } from "../support/project/sources.ts";
import { stockServer } from "./server.ts";

/** Runs commands against a new stock server. */
async function commands() {
  const { app } = stockServer({ line: "2.28" });
  onTestFinished(() => app.close());
  const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/geoserver`;
  return async (...args: string[]) => {
    const ran = await runHere(args, { url });
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    return ran;
  };
}

/** Folders that need nothing but a server. */
const FOLDERS = [
  "manifests",
  ...examples.map((name) => `examples/${name}/manifests`).filter((one) => existsSync(join(root, one))),
];

test.for(slice(FOLDERS, { test: 2 }))("%s is applied, and its plan is empty", async (folder) => {
  const run = await commands();
  await run("apply", folder, "--yes", "--allow", "catalog-mode");
  await run("plan", folder, "--detailed-exitcode");
});

const SUFFIXES = ["sld", "css", "zip", "png", "txt", "svg", "json", "html", "xslt", "ftl"];

test("files of every suffix are imported", async () => {
  const run = await commands();
  const folder = temporaryFolder();
  const names = SUFFIXES.map((suffix) => `www/a.${suffix}`);
  writeFiles(folder, {
    "style.yaml": document("Style", { name: "wells" }, { source: "./wells.sld" }),
    "wells.sld": sld(),
    "a.txt": "content",
    ...Object.fromEntries(
      names.map((name, index) => [
        `${index}.yaml`,
        document("File", { name }, { source: "./a.txt" }),
      ]),
    ),
  });
  await run("apply", folder, "--yes");
  const imported = join(folder, "imported");
  await run("import", "--out", imported);
  const written = readdirSync(imported, { recursive: true, encoding: "utf8" });
  for (const name of names)
    expect(written).toContain(`global/files/${name.replace("/", ".d/")}`);
});

test("a folder that such a server does not list costs the import nothing but what lies in it", async () => {
  const run = await commands();
  const folder = temporaryFolder();
  const inside = "www/pins.svg/a.txt";
  writeFiles(folder, {
    "inside.yaml": document("File", { name: inside }, { source: "./a.txt" }),
    "beside.yaml": document("File", { name: "www/b.txt" }, { source: "./a.txt" }),
    "a.txt": "content",
  });
  await run("apply", folder, "--yes");
  await run("plan", folder, "--detailed-exitcode");
  const imported = join(folder, "imported");
  const { stdout, stderr } = await run("import", "--out", imported);
  expect(`${stdout}${stderr}`).toMatch(/www\/pins\.svg.*ends in \.svg; rename the folder/s);
  const written = readdirSync(imported, { recursive: true, encoding: "utf8" });
  expect(written.filter((name) => name.includes("pins.svg"))).toEqual([]);
  expect(written).toContain("global/files/www_b.txt.yaml");
});
