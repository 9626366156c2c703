/** --replace: an object is deleted and created again, although nothing differs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/run/folders.ts";
import { estate, serverForFile, style, withLayer } from "./support.ts";

const { run } = serverForFile();
const applied = (name: string) => withLayer(run, name);

describe("--replace", () => {
  test("recreates one object that is as declared, with what falls with it", async () => {
    const folder = await applied("again");
    const planned = await run("plan", folder, "--replace", "ft/again:ways");
    expect(planned.stdout).toMatch(
      /^ +-\/\+ FeatureType\/again:ways\n +because +--replace asks for it\n/m,
    );
    expect(planned.stdout).toContain("1 recreate");
    const ran = await run("apply", folder, "--replace", "FeatureType/again:ways", "--yes");
    expect(ran).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
    expect((await run("plan", folder)).stdout).toContain("No changes. ");
    const { stdout } = await run("describe", "ft", "again:ways", "-f", folder, "-o", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      history: [{ action: "replace" }, { action: "create" }],
    });
  });

  test("is rehearsed: the copy has nothing left to do", async () => {
    const folder = await applied("tried");
    const ran = await run("rehearse", folder, "--replace", "ft/tried:ways");
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Predicted: every request works"),
    });
    expect(ran.stdout).toMatch(/-\/\+ FeatureType\/tried:ways\n +because +--replace asks for it/);
    expect((await run("plan", folder)).stdout).toContain("No changes. ");
  });

  test("is kept by a plan file, and is no flag beside one", async () => {
    const folder = await applied("kept");
    const file = join(temporaryFolder(), "plan.json");
    const out = ["--out", file, "--replace", "featuretypes/kept:ways"];
    expect(await run("plan", folder, ...out)).toMatchObject({ code: 0 });
    const both = await run("apply", folder, "--plan", file, "--replace", "Style/kept");
    expect(both).toMatchObject({ code: 64 });
    expect(both.stderr).toContain("--replace is said when the plan is made");
    const ran = await run("apply", folder, "--plan", file);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain("-/+ FeatureType/kept:ways");
  });

  test.for([
    ["Style/nowhere", /Style\/nowhere of --replace is not among the objects/],
    ["Layer/refused:ways", /Layer\/refused:ways of --replace cannot be deleted on its own/],
    ["refused", /--replace refused is no address/],
  ] as const)("refuses %s", async ([address, says]) => {
    const folder = await applied("refused");
    const { code, stderr } = await run("plan", folder, "--replace", address);
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
  });

  test("an object that another one uses stays", async () => {
    const folder = await applied("used");
    const { stdout } = await run("plan", folder, "--replace", "Style/used");
    expect(stdout).toMatch(
      /^Stopped: Style\/used is used by Layer\/used:ways, which would lose it, /m,
    );
  });

  test("nobody is locked out, and the default blob store stays", async () => {
    const folder = estate("kept-in", {
      "b.yaml":
        "apiVersion: plumbline/v1\nkind: BlobStore\nmetadata: { name: tiles }\nspec: { type: File, default: true, baseDirectory: /srv/tiles }\n",
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const spec = "{ password: { fromEnv: PLUMBLINE_PASSWORD }, roles: [ADMIN] }";
    writeFileSync(
      join(folder, "c.yaml"),
      `apiVersion: plumbline/v1\nkind: User\nmetadata: { name: admin }\nspec: ${spec}\n`,
    );
    const plan = async (address: string) =>
      (await run("plan", folder, "--replace", address)).stdout;
    expect(await plan("User/admin")).toContain("makes these requests; the plan deletes it");
    expect(await plan("BlobStore/tiles")).toContain("is the default blob store, which cannot");
  });

  test("a protected object stays", async () => {
    const folder = estate("guarded");
    const file = join(folder, "a.yaml");
    writeFileSync(file, style("guarded").replace("guarded }", "guarded, lifecycle: protect }"));
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const { stdout } = await run("plan", folder, "--replace", "Style/guarded");
    expect(stdout).toContain("Stopped: Style/guarded is protected and would be recreated.");
  });
});
