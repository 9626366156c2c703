/** Commands that look at objects by the names that people give them: get, describe, explain. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { serverForFile, withLayer } from "./support.ts";

const { run } = serverForFile();
const applied = (name: string) => withLayer(run, name);

describe("get", () => {
  test.for([
    ["styles"],
    ["style"],
    ["STYLE"],
    ["Style"],
    ["Styles"],
    ["style/kinds"],
    ["style", "kinds"],
    ["styles", "kinds", "ws", "kinds"],
  ])("takes a kind in any case and number: %s", async (words) => {
    const names = async () =>
      (await run("get", ...words, "-o", "name")).stdout.split("\n").filter((line) => line !== "");
    if (!(await names()).includes("Style/kinds")) await applied("kinds");
    const found = await names();
    expect(found).toContain("Style/kinds");
    const expected = words.length === 1 && !words[0]?.includes("/") ? "Style/point" : undefined;
    if (expected !== undefined) expect(found).toContain(expected);
    else
      expect(found).toEqual(
        words.length === 4 ? ["Style/kinds", "Workspace/kinds"] : ["Style/kinds"],
      );
  });

  test("short names of kinds, which explain lists", async () => {
    const folder = await applied("short");
    for (const [short, address] of [
      ["ws", "Workspace/short"],
      ["ds", "DataStore/short:db"],
      ["ft", "FeatureType/short:ways"],
    ] as const)
      expect((await run("get", short, "-f", folder, "-o", "name")).stdout).toContain(
        `${address}\n`,
      );
    const listed = await run("explain");
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toMatch(/^Workspace +ns, ws +\S/m);
    expect(listed.stdout).toMatch(/^Project +\S/m);
  });

  test("wide says where each is declared and what it needs", async () => {
    const folder = await applied("wide");
    const { stdout } = await run("get", "layers", "-f", folder, "-o", "wide");
    expect(stdout).toMatch(/^Layer\/wide:ways +wide +\S*b\.yaml:\d+:\d+ +.*\bStyle\/wide\b/m);
  });

  test("an object that is not there is said", async () => {
    const none = await run("get", "style", "nowhere");
    expect(none).toMatchObject({ code: 0, stdout: "0 objects.\n" });
    expect(none.stderr).toContain("There is no Style/nowhere on the server");
  });

  test("with --files, manifests that validate and that the server already is as", async () => {
    await applied("filed");
    const out = join(temporaryFolder(), "out");
    const args = ["get", "ws", "styles", "ds", "ft", "layers", "-o", "yaml", "--files", out];
    expect(await run(...args)).toMatchObject({ code: 0 });
    expect(readFileSync(join(out, "global/styles/filed.sld"), "utf8")).toContain("StyledLayer");
    expect(await run("validate", out)).toMatchObject({ code: 0 });
    expect((await run("plan", out)).stdout).toContain("\nNo changes. ");
    writeFileSync(join(out, "global/styles/filed.sld"), sld({ name: "mine" }));
    expect(await run(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--overwrite/),
    });
    expect(await run(...args, "--overwrite")).toMatchObject({ code: 0 });
    expect((await run("plan", out)).stdout).toContain("\nNo changes. ");
  });

  test("--files without -o yaml", async () => {
    expect(await run("get", "styles", "--files", "out")).toEqual({
      code: 64,
      stdout: "",
      stderr: "error: --files goes with -o yaml\n",
    });
  });
});

describe("describe", () => {
  test("one object: owner, needs, uses, manifest, facts and history", async () => {
    const folder = await applied("told");
    const { code, stdout, stderr } = await run("describe", "style", "told", "-f", folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^Style\/told\n {2}Owner +the estate told\n {2}Declared +yes, \S*a\.yaml:\d+:\d+\n/,
    );
    expect(stdout).toMatch(
      /^ {2}Needs +nothing\n {2}Used by +Layer\/told:ways\n {2}Last change +changed by admin on /m,
    );
    expect(stdout).toContain("\n\nManifest:\n  apiVersion: plumbline/v1\n  kind: Style\n");
    expect(stdout).toMatch(/\n\nFacts:\n(?: {2}\S.*\n)+/);
    expect(stdout).toMatch(/\n\nHistory:\n {2}\S+Z {2}created {2}apply {2}\S+@\S+ .*\n$/);
  });

  test("as a document", async () => {
    const folder = await applied("filled");
    const { stdout } = await run("describe", "Layer/filled:ways", "-f", folder, "-o", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "1.0",
      address: "Layer/filled:ways",
      owner: "filled",
      declared: true,
      needs: expect.arrayContaining(["Style/filled"]) as unknown,
      used_by: [],
      manifest: expect.stringContaining("kind: Layer") as unknown,
      history: [{ action: "create", done: true, command: "apply" }],
    });
  });

  test("an object, a kind or an address that there is not", async () => {
    const folder = await applied("near");
    expect(await run("describe", "style", "neer", "-f", folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/There is no Style\/neer .*\n +Did you mean Style\/near\?/),
    });
    expect((await run("describe", "Stile/near")).stderr).toBe(
      "There is no kind Stile. Did you mean Style?\n",
    );
    expect(await run("describe", "style")).toMatchObject({ code: 64 });
    expect(await run("describe", "style", "a", "b")).toMatchObject({ code: 64 });
  });
});

describe("explain", () => {
  test("--recursive has the fields of all levels", async () => {
    const plain = await run("explain", "mosaics", "-o", "json");
    expect(plain.code).toBe(64);
    const fields = async (...more: string[]) => {
      const { code, stdout } = await run("explain", "imagemosaics", ...more, "-o", "json");
      expect(code).toBe(0);
      const found = JSON.parse(stdout) as { fields: readonly { path: string }[] };
      return found.fields.map(({ path }) => path);
    };
    const [few, all] = [await fields(), await fields("--recursive")];
    expect(few).toContain("spec.granules");
    expect(few).not.toContain("spec.granules.policy");
    expect(all).toEqual(expect.arrayContaining([...few, "spec.granules.policy"]));
    expect((await run("explain", "im", "--recursive")).stdout).toContain("  spec.granules.policy ");
  });
});
