/** What people bring from kubectl, terraform, flux, decK and gh, and what they get here. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { root } from "../support/project/sources.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

/** An estate with a workspace, a store, a layer and a style of it, applied. */
async function applied(name: string): Promise<string> {
  const manifest = (kind: string, own: string, spec: string) =>
    `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata: { workspace: ${name}, name: ${own} }\nspec: ${spec}\n`;
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: ${name}`),
    "a.yaml": style(name),
    [`${name}.sld`]: sld(),
    "b.yaml": [
      `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: ${name} }\nspec: {}\n`,
      manifest("DataStore", "db", "{ type: PostGIS, connectionParameters: { dbtype: postgis } }"),
      manifest("FeatureType", "ways", "{ store: db }"),
      manifest("Layer", "ways", `{ defaultStyle: ${name} }`),
    ].join("---\n"),
  });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  return folder;
}

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
    expect(stdout).toMatch(/^Stopped: Style\/used is used by Layer\/used:ways, so that/m);
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

describe("a plan at a terminal", () => {
  const terminal = { columns: 100, rows: 40 };
  const many = (name: string) =>
    estate(name, {
      "b.yaml": Array.from({ length: 60 }, (_unused, index) =>
        style(`${name}-${index}`).replace(/\.\/.*sld/, `./${name}.sld`),
      ).join("---\n"),
    });

  test("ends with its signs in words, and only there", async () => {
    const folder = await applied("signs");
    writeFiles(folder, {
      "signs.sld": sld({ colour: "#010203" }),
      "n.yaml": style("new"),
      "new.sld": sld(),
    });
    const args = ["plan", folder, "--replace", "ft/signs:ways"];
    const seen = await runHere(args, { url: url(), terminal });
    expect(seen.stdout).toMatch(
      /\n\+ create {2}~ update {2}-\/\+ delete and create again(?: {2}! note)?\n$/,
    );
    expect((await run(...args)).stdout).not.toMatch(/\+ create {2}/);
    expect(
      (await runHere(["plan", await applied("still")], { url: url(), terminal })).stdout,
    ).not.toMatch(/(?:create|note)\n$/);
  });

  test("is shown by a pager where it is longer than the screen", async () => {
    const folder = many("long");
    const kept = join(temporaryFolder(), "paged");
    const plan = async (env: Readonly<Record<string, string>>, ...more: string[]) => {
      const options = { url: url(), env, terminal };
      const { code, stdout } = await runHere(["plan", folder, "--all", ...more], options);
      expect(code).toBe(0);
      return stdout;
    };
    const own = { PLUMBLINE_PAGER: `cat > ${kept}`, PAGER: "false" };
    expect(await plan(own)).toBe("");
    expect(readFileSync(kept, "utf8")).toContain("Plan: 61 create");
    expect(await plan({ PAGER: `cat > ${kept}` })).toBe("");
    for (const none of [{ PLUMBLINE_PAGER: "", PAGER: "false" }, { PAGER: "cat" }])
      expect(await plan(none)).toContain("Plan: 61 create");
    expect(await plan(own, "--no-pager")).toContain("Plan: 61 create");
    expect(await plan({ PAGER: "no-pager-of-this-name" })).toContain("Plan: 61 create");
    expect(await plan(own, "--only", "Style/long-1")).toContain("Plan: 1 create");
    const piped = await runHere(["plan", folder, "--all"], { url: url(), env: own });
    expect(piped.stdout).toContain("Plan: 61 create");
    expect(await plan(own, "-o", "json")).toContain('"type":"plan"'.replace(":", ": "));
  });

  test("pages before the question of an apply", async () => {
    const kept = join(temporaryFolder(), "paged");
    const env = { PLUMBLINE_PAGER: `cat > ${kept}` };
    const ran = await runHere(["apply", many("asked"), "--all"], { url: url(), env, terminal });
    expect(ran).toMatchObject({ code: 64, stdout: "" });
    expect(readFileSync(kept, "utf8")).toContain("Plan: 61 create");
  });
});

describe("words of other tools", () => {
  test.for([
    ["terraform", ["plan", "-target=Style/a"], "Objects are chosen with --only ADDRESS."],
    ["terraform", ["plan", "-target", "Style/a"], "Objects are chosen with --only ADDRESS."],
    ["terraform", ["doctor", "-target=a"], "It is called --target NAME."],
    ["terraform", ["plan", "-json"], "It is called -o json."],
    ["terraform", ["plan", "-out=plan.json"], "Flags have two dashes: --out=plan.json."],
    ["terraform", ["plan", "-replace=Style/a"], "Flags have two dashes: --replace=Style/a."],
    ["terraform", ["plan", "-refresh-only"], "plumbline drift does that."],
    ["terraform", ["apply", "-auto-approve"], "It is called --yes."],
    ["terraform", ["apply", "-parallelism=3"], "It is called --parallel-writes."],
    ["terraform", ["taint", "Style/a"], "plumbline apply --replace ADDRESS does that."],
    ["terraform", ["state", "mv", "a", "b"], "No file holds the state: "],
    ["terraform", ["workspace", "list"], "Servers are targets of plumbline.yaml"],
    ["kubectl", ["get", "styles", "-n", "topp"], "Workspaces are parts of addresses: "],
    ["kubectl", ["get", "styles", "-A"], "All workspaces are meant; leave it out."],
    ["kubectl", ["get", "styles", "-w"], "No output is followed: run it again."],
    ["kubectl", ["get", "styles", "--context", "a"], "It is called --target NAME."],
    ["kubectl", ["apply", "--dry-run=server"], "plumbline rehearse tries it on a copy."],
    ["kubectl", ["apply", "-R", "-f", "manifests"], "Folders are read with all below them."],
    ["kubectl", ["api-resources"], "plumbline explain lists the kinds."],
    ["kubectl", ["rollout", "undo"], "Go back with Git: "],
    ["kubectl", ["edit", "style"], "Change the manifest and apply; "],
    ["flux", ["reconcile", "kustomization"], "plumbline apply does that once, "],
    ["flux", ["suspend", "kustomization"], "plumbline lock --take --reason TEXT stops a watch"],
    ["flux", ["resume", "kustomization"], "plumbline unlock lets it go on."],
    ["flux", ["events"], "plumbline history lists what was done; "],
    ["flux", ["tree"], "plumbline graph does that."],
    ["decK", ["dump"], "plumbline import --out FOLDER writes manifests"],
    ["decK", ["ping"], "plumbline doctor does that."],
    ["decK", ["sync"], "plumbline apply --prune owned does that."],
    ["decK", ["plan", "--select-tag", "a"], "It is called -l NAME=VALUE."],
    ["decK", ["plan", "--parallelism", "3"], "Reads run at once; "],
    ["gh", ["get", "--json", "address,owner"], "It is called -o json."],
    ["gh", ["get", "--jq", ".objects"], "Give -o json, and pipe it to jq."],
    ["gh", ["auth", "login"], "There is no login: PLUMBLINE_USER"],
    ["gh", ["browse"], "plumbline plan --report plan.html writes a page; "],
    ["gh", ["extension", "list"], "There are no extensions; "],
  ] as const)("%s: %s", async ([_tool, args, says]) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
    expect(stderr).toMatch(/^error: unknown (?:command|option) '.*'\n/);
    expect(stderr).toContain(says);
  });

  test("one-letter flags keep values without a blank", async () => {
    expect(await run("explain", "Style", "-ojson")).toMatchObject({ code: 0, stderr: "" });
    expect((await run("plan", estate("attached"), "-tnowhere")).stderr).toContain("nowhere");
    const { stderr } = await run("plan", estate("pointed"), "--target", "Style/pointed");
    expect(stderr).toContain("objects are chosen with --only ADDRESS");
  });

  test("whatever there is not has its reason in the reference", () => {
    const reference = readFileSync(join(root, "docs/reference.md"), "utf8");
    const [, section = ""] = reference.split("\n## Coming from other tools\n");
    const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| (.+) \| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThan(50);
    for (const [, typed, here = ""] of rows.filter(
      ([, first]) => !/^-|^Typed|^What/.test(first ?? ""),
    ))
      expect(here, typed).toMatch(/^.{15,}\.$/);
    for (const missing of ["npx, brew, apt, docker pull", "gh auth login", "gh extensions"])
      expect(section).toContain(`| ${missing} | `);
  });
});
