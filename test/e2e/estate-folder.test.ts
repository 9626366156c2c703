/** Where the manifests of a project file are that does not say it: found, and never narrower than what is given. */
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { listenCatalog } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { runHere } from "../support/commands/run-here.ts";

const style = (name: string) => document("Style", { name }, { source: "./s.sld" });

/** A project with pipelines and charts beside the folder of its manifests, applied once. */
async function applied() {
  const url = await listenCatalog();
  const folder = temporaryFolder();
  const at = (path: string) => join(folder, path);
  writeFiles(folder, {
    "plumbline.yaml":
      "apiVersion: plumbline/v1\nkind: Project\nestate: parts\nprune: owned\nallow: [over-limit]\n",
    "pipeline.yml": "on: push\njobs: {}\n",
    "chart/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: x }\n",
    "catalog/a.yaml": style("a"),
    "catalog/b.yaml": style("b"),
    "catalog/s.sld": sld(),
  });
  const run = (command: string, ...paths: readonly string[]) =>
    runHere([...command.split(" "), "-p", at("plumbline.yaml"), ...paths.map(at)], { url });
  const deletions = async (...paths: readonly string[]) =>
    (await run("plan", ...paths)).stdout.match(/(?<=DELETE \/styles\/)\S+/g) ?? [];
  expect(await run("apply --yes", "catalog")).toMatchObject({ code: 0 });
  writeFiles(at("catalog"), { "b.yaml": "# plumbline: ignore\n" });
  return { at, run, deletions };
}

test("it is the only folder with manifests; a file in it is a part, which prunes nothing", async () => {
  const { deletions } = await applied();
  expect(await deletions("catalog")).toEqual(["b"]);
  expect(await deletions()).toEqual(["b"]);
  expect(await deletions("catalog/a.yaml")).toEqual([]);
});

test("what may have been a manifest counts", async () => {
  const { at, deletions } = await applied();
  writeFiles(at("more"), { "b.yaml": "" });
  expect(await deletions("catalog")).toEqual([]);
});

test.for([
  ["empty", "There are no manifests under \\S+more"],
  ["gone", "There is no \\S+more"],
])("a folder that is given and %s is an error", async ([state, told]) => {
  const { at, run } = await applied();
  writeFiles(at("more"), { "b.yaml": "" });
  rmSync(at(state === "gone" ? "more" : "more/b.yaml"), { recursive: true });
  const { code, stdout, stderr } = await run("apply --yes", "catalog", "more");
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(told ?? "")]);
});

test("a pipe gives its text once: finding the folder does not drink it", async () => {
  const { at } = await applied();
  const pipe = at("pipe");
  execFileSync("mkfifo", [pipe]);
  symlinkSync(pipe, at("catalog/0.yaml"));
  const running = runCli(["validate", "-p", at("plumbline.yaml"), at("catalog")], { url: "" });
  const writer = await open(pipe, "w");
  await writer.writeFile(style("c"));
  await writer.close();
  expect(await running).toMatchObject({ code: 0, stdout: expect.stringContaining("2 objects") });
}, 20_000);
