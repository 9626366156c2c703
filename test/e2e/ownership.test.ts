/** Whose an object is, and on what grounds it goes: as users of the command see it. */
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile, style } from "./support.ts";

const { run, url } = serverForFile();

test("another estate's object, equal as it is: exit 3, until it is transferred by name", async () => {
  expect(await run("apply", estate("shared"), "--yes")).toMatchObject({ code: 0 });
  const other = estate("shared", { "plumbline.yaml": project("estate: other") });
  expect(await run("apply", other, "--yes")).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(
      /= Style\/shared {2}\(shared\)[\s\S]*Stopped: The estate shared owns Style\/shared\.[\s\S]*--allow takeover/,
    ),
    stderr: "Nothing was changed.\n",
  });
  expect(await run("apply", other, "--yes", "--allow", "takeover")).toMatchObject({ code: 0 });
  expect(await run("apply", other, "--yes")).toMatchObject({ code: 0 });
});

test("the inventory says which manifest declares an object, but is not written for that alone", async () => {
  const folder = estate("said");
  const path = `${url()}/rest/resource/plumbline/said/inventory.json`;
  const read = async () => {
    const response = await fetch(path, { headers: { authorization: AUTHORIZATION } });
    const { objects } = (await response.json()) as {
      objects: Record<string, { manifest: string }>;
    };
    const manifests = Object.entries(objects).map(([key, { manifest }]) => [key, manifest]);
    return Object.fromEntries(manifests) as unknown;
  };
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect(await read()).toEqual({ "Style/said": "a.yaml" });
  mkdirSync(join(folder, "styles"));
  for (const name of ["a.yaml", "said.sld"])
    renameSync(join(folder, name), join(folder, "styles", name));
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect(await read()).toEqual({ "Style/said": "a.yaml" });
  writeFiles(folder, { "more.yaml": style("more"), "more.sld": sld() });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect(await read()).toEqual({ "Style/said": "styles/a.yaml", "Style/more": "more.yaml" });
});

test("a file of somebody else beside the folders of the estates is no estate", async () => {
  const stray = `${url()}/rest/resource/plumbline/notes.txt`;
  const headers = { authorization: AUTHORIZATION, "content-type": "text/plain" };
  await fetch(stray, { method: "PUT", headers, body: "Not for machines" });
  expect(await run("apply", estate("beside"), "--yes")).toMatchObject({ code: 0 });
  await fetch(stray, { method: "DELETE", headers });
});

test("what happens to undeclared objects is a choice that the project file makes", async () => {
  const folder = estate("unsaid", {
    "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nestate: unsaid\n",
  });
  for (const verb of ["validate", "plan"]) {
    expect(await run(verb, folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /plumbline\.yaml:1:1: error: prune: [\s\S]*\n {4}Choose what becomes of/,
      ),
    });
  }
  writeFiles(folder, { "plumbline.yaml": project("estate: unsaid\nprune: scope") });
  const scopeless = {
    code: 1,
    stderr: expect.stringMatching(
      /plumbline\.yaml:4:1: error: prune: scope needs a scope[\s\S]*scope: \{ workspaces:/,
    ),
  };
  expect(await run("plan", folder)).toMatchObject(scopeless);
  writeFiles(folder, { "plumbline.yaml": project("estate: unsaid\nprune: none") });
  expect(await run("plan", folder, "--prune=scope")).toMatchObject(scopeless);
  const scope = "scope: { workspaces: [geology] }";
  writeFiles(folder, { "plumbline.yaml": project(`estate: unsaid\nprune: none\n${scope}`) });
  expect(await run("plan", folder, "--prune=scope")).toMatchObject({ code: 0, stderr: "" });
});

test("manifests that change while a plan that deletes is made: exit 1, nothing written", async () => {
  const { app } = await startCatalog();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const folder = estate("moving", { "b.yaml": style("going"), "going.sld": sld() });
  expect(await runHere(["apply", folder, "--yes"], { url })).toMatchObject({ code: 0 });
  writeFiles(folder, { "b.yaml": "# plumbline: ignore\n" });
  app.server.on("request", ({ url: path = "" }: { url?: string }) => {
    if (path.endsWith("/inventory.json")) writeFiles(folder, { "b.yaml": style("going") });
  });
  expect(await runHere(["apply", folder, "--yes", "--prune=owned"], { url })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /error: The manifests, or files they name, have changed[\s\S]*Nothing was changed \[manifests-changed\]/,
    ),
  });
  expect(await runHere(["plan", folder, "--detailed-exitcode"], { url })).toMatchObject({
    code: 0,
  });
});
