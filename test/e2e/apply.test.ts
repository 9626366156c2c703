/** Plan, apply and drift as users run them, and what deletes nothing. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { PASSWORD } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { estate, mode, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

describe("plan, apply, drift", () => {
  test("the whole round, with its exit codes", async () => {
    const folder = estate("round");
    expect(await run("plan", folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\+ Style\/round[\s\S]*Plan: 1 create/),
      stderr: "",
    });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 2 });
    expect(await run("apply", folder, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Applied: the catalog is in sync\. 1 of 1 requests done\./),
    });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No changes\. 1 object in sync\./m),
      stderr: "",
    });
    expect(await run("apply", folder, "--yes", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await run("drift", folder)).toMatchObject({
      code: 0,
      stdout: "No drift. 1 owned object is as it was last applied.\n",
    });
    writeFiles(folder, { "round.sld": sld({ colour: "#000009" }) });
    expect(await run("drift", folder)).toMatchObject({ code: 0 });
    expect(await run("apply", folder, "--yes", "--detailed-exitcode")).toMatchObject({ code: 2 });
    const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}`;
    const changed = await fetch(`${url()}/rest/styles/round?raw=true`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/vnd.ogc.sld+xml" },
      body: sld({ colour: "#000008" }),
    });
    expect(changed.status).toBe(200);
    expect(await run("drift", folder)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(
        /^Drift in 1 of 1 owned object:\n {2}~ Style\/round {2}changed: content {2}\(changed by admin on [^()]* UTC\)\n {8}content {2}[0-9a-f]{8}… → [0-9a-f]{8}…\n {17}.* › stroke: "#000009" → "#000008"\n$/,
      ),
    });
  });

  test("nobody to ask: exit 64, nothing done", async () => {
    const folder = estate("unattended");
    const { code, stderr } = await run("apply", folder);
    expect({ code, stderr }).toEqual({
      code: 64,
      stderr:
        "No terminal to ask on: give --yes to apply without a question. Nothing was changed.\n",
    });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 2 });
  });

  test("a danger: exit 3, nothing done, until it is accepted by name", async () => {
    const folder = estate("danger", { "mode.yaml": mode("MIXED") });
    const blocked = await run("apply", folder, "--yes");
    expect(blocked).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(
        /Stopped: The catalog mode goes from HIDE to MIXED[\s\S]*--allow catalog-mode/,
      ),
    });
    expect(await run("plan", folder)).toMatchObject({ code: 0 });
    expect(await run("apply", folder, "--yes", "--allow", "catalog-mode")).toMatchObject({
      code: 0,
    });
    writeFiles(folder, {
      "mode.yaml": mode("CHALLENGE"),
      "plumbline.yaml": project("estate: danger\nallow: [catalog-mode]"),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, { "mode.yaml": mode("HIDE") });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  });

  test("pruning is a choice", async () => {
    const folder = estate("pruned", { "b.yaml": style("second"), "second.sld": sld() });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    rmSync(join(folder, "b.yaml"));
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/No longer declared, and kept[\s\S]*\^ Style\/second/),
    });
    expect(await run("plan", folder, "--prune=owned", "--detailed-exitcode")).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/- Style\/second/),
    });
    expect(await run("apply", folder, "--prune=owned", "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", folder, "--prune=owned", "--detailed-exitcode")).toMatchObject({
      code: 0,
    });
  });

  test("a request that is refused: exit 6, and what the server said", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "refused" }, {}),
      "s.yaml": manifest(
        "ImageMosaic",
        { workspace: "refused", name: "s" },
        { definition: "./s/", granules: { sources: ["file:///nowhere/"] } },
      ),
      "s/indexer.properties": indexer(),
      "s/timeregex.properties": TIME_REGEX,
    });
    const { code, stdout, stderr } = await run("apply", folder, "--yes");
    expect(code).toBe(6);
    expect(stderr).toMatch(
      /refused 403: POST \S+\/external\.imagemosaic[\s\S]*The path is in no folder that may be harvested/,
    );
    expect(stdout).toMatch(/Not finished[\s\S]*2 of 3 requests done\./);
  });
});

test("nothing is deleted on weak grounds: exit 1", async () => {
  const folder = estate("weak");
  expect(await run("apply", folder, "--yes", "--prune=owned")).toMatchObject({ code: 0 });
  for (const [what, damage, message] of [
    ["an empty folder", (path: string) => rmSync(join(path, "a.yaml")), /no manifests/],
    [
      "a file cut short",
      (path: string) => writeFiles(path, { "a.yaml": style("weak").slice(0, 60) }),
      /a\.yaml:/,
    ],
    [
      "a missing artefact",
      (path: string) => rmSync(join(path, "weak.sld")),
      /a\.yaml:4:9: error: There is no \.\/weak\.sld/,
    ],
    [
      "merge markers",
      (path: string) => writeFiles(path, { "b.yaml": `<<<<<<< HEAD\n${style("x")}=======\n` }),
      /b\.yaml:/,
    ],
    [
      "no folder at all",
      (path: string) => rmSync(path, { recursive: true }),
      /There is no \S+ \[file-unreadable\]/,
    ],
  ] as const) {
    const damaged = estate("weak");
    damage(damaged);
    const { code, stdout, stderr } = await run("apply", damaged, "--yes", "--prune=owned");
    expect({ what, code, stdout }).toEqual({ what, code: 1, stdout: "" });
    expect(stderr, what).toMatch(message);
  }
  expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
});
