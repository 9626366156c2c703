/** A part of an estate: what paths, patterns and labels select is planned, and nothing else is touched. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { listenCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { runHere } from "../support/commands/run-here.ts";

const project = (more = "prune: owned"): string =>
  `apiVersion: plumbline/v1\nkind: Project\nestate: parts\n${more}\n`;

/** Two workspaces, three styles outside of them, a store with two layers, rules for all of a workspace. */
const ESTATE = {
  "plumbline.yaml": project(),
  "manifests/roads/w.yaml": document("Workspace", { name: "roads", labels: { team: "a" } }, {}),
  "manifests/roads/st.yaml": document(
    "AppSchemaStore",
    { workspace: "roads", name: "st", labels: { team: "a", tier: "1" } },
    { mapping: "../maps/roads" },
  ),
  "manifests/maps/roads/m.appschema": mapping(["t:Way", "t:Track"]),
  "manifests/roads/way.yaml": document(
    "Layer",
    { workspace: "roads", name: "Way", labels: { team: "a" } },
    { defaultStyle: "red" },
  ),
  "manifests/styles/red.yaml": document("Style", { name: "red" }, { source: "./red.sld" }),
  "manifests/styles/red.sld": sld({ colour: "#ff0000" }),
  "manifests/styles/blue.yaml": document("Style", { name: "blue" }, { source: "./blue.sld" }),
  "manifests/styles/blue.sld": sld({ colour: "#0000ff" }),
  "manifests/water.yaml": document("Workspace", { name: "water" }, {}),
  "manifests/rules.yaml": document(
    "AccessRules",
    { name: "water" },
    { mode: "exclusive", scope: ["water.*"], rules: { "water.*.r": ["A"], "water.a.r": ["B"] } },
  ),
};

type Words = readonly string[];

interface Changed {
  readonly address: string;
  readonly action: string;
}

/** An estate on a catalog of its own. */
async function estateOn(files: Readonly<Record<string, string>> = ESTATE) {
  const url = await listenCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const at = (path: string) => join(folder, path);
  const run = (...args: Words) => runHere(args, { url });
  const here = ["-p", at("plumbline.yaml")] as const;
  const apply = async (...args: Words) => {
    const ran = await run("apply", ...here, "--yes", ...args);
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    return ran;
  };
  const plan = async (...args: Words) => {
    const ran = await run("plan", ...here, "-o", "json", ...args);
    expect(ran.code, ran.stderr).toBe(0);
    return JSON.parse(ran.stdout);
  };
  const changes = async (...args: Words): Promise<Words> =>
    ((await plan(...args)).changes as readonly Changed[]).map(
      ({ action, address }) => `${action} ${address}`,
    );
  const owned = async (): Promise<Readonly<Record<string, unknown>>> => {
    const ran = await run("status", ...here, "-o", "json");
    const { objects } = JSON.parse(ran.stdout);
    return Object.fromEntries(
      objects.flatMap((one: { address: string; owner: string; state: string }) =>
        one.owner === "parts" ? [[one.address, one.state]] : [],
      ),
    );
  };
  return {
    url,
    folder,
    at,
    run,
    here,
    apply,
    plan,
    changes,
    owned,
    write: (more: typeof files) => writeFiles(folder, more),
  };
}

test("patterns, labels and paths select, each for itself and together", async () => {
  const { changes, at } = await estateOn();
  expect(await changes("--only", "Style/*")).toEqual(["create Style/blue", "create Style/red"]);
  expect(await changes("--only", "Style/red", "--only", "Workspace/water")).toEqual([
    "create Style/red",
    "create Workspace/water",
  ]);
  expect(await changes("--only", "Style/*", "--exclude", "*/red")).toEqual(["create Style/blue"]);
  expect(await changes("-l", "team=a,tier=1")).toEqual([
    "create Workspace/roads",
    "create AppSchemaStore/roads:st",
  ]);
  expect(await changes("-l", "tier=1", "-l", "team=a", "--exclude", "Layer/*")).toEqual([
    "create Workspace/roads",
    "create AppSchemaStore/roads:st",
  ]);
  expect(await changes(at("manifests/styles"))).toEqual(["create Style/blue", "create Style/red"]);
  expect(await changes("-f", at("manifests/styles"), "--only", "*/red")).toEqual([
    "create Style/red",
  ]);
  expect(await changes(at("manifests/styles/blue.sld"))).toEqual(["create Style/blue"]);
  expect(await changes(at("manifests/maps/roads/m.appschema"), "--exclude", "Workspace/*")).toEqual(
    ["create Workspace/roads", "create AppSchemaStore/roads:st"],
  );
});

test("what a selected object needs and the server lacks comes along, named", async () => {
  const { plan, apply, run, here, changes } = await estateOn();
  const found = await plan("--only", "Layer/*");
  expect(found.selection).toEqual({
    only: ["Layer/*"],
    exclude: [],
    labels: [],
    paths: [],
    objects: 1,
    of: 8,
    along: [
      { address: "Style/red", needed_by: "Layer/roads:Way" },
      { address: "Workspace/roads", needed_by: "Layer/roads:Way" },
      { address: "AppSchemaStore/roads:st", needed_by: "Layer/roads:Way" },
    ],
  });
  const shown = await run("plan", ...here, "--only", "Layer/*");
  expect(shown.stdout).toContain("Selected: --only Layer/*; 1 of 8 objects.");
  expect(shown.stdout).toContain("comes along  Style/red (needed by Layer/roads:Way)");
  expect((await apply("--only", "Layer/*")).stdout).toContain("the selected objects are in sync");
  expect(await changes("--only", "Layer/*")).toEqual([]);
  // What is there need not be as declared.
  expect(await changes()).toEqual(
    [
      "create Style/blue",
      "create AccessRule/water.*.r",
      "create AccessRule/water.a.r",
      "create Workspace/water",
    ]
      .toSorted((a, b) => a.localeCompare(b))
      .toSorted(),
  );
});

test("what is shown without rules that are left out is reported", async () => {
  const { plan } = await estateOn();
  const told =
    "what is created can be seen without AccessRule/water.*.r, AccessRule/water.a.r, which is declared and not selected";
  expect((await plan("--only", "Layer/*")).consequences).toContain(told);
  expect((await plan("--only", "Style/*")).consequences).not.toContain(told);
  expect((await plan("--only", "Layer/*", "--only", "AccessRules/*")).consequences).not.toContain(
    told,
  );
});

test("what is not selected is neither changed, nor pruned, nor let go", async () => {
  const { apply, changes, owned, write, at, folder } = await estateOn();
  await apply();
  const before = await owned();
  write({
    "manifests/styles/red.sld": sld({ colour: "#00ff00" }),
    "manifests/styles/blue.yaml": "# plumbline: ignore\n",
    "manifests/water.yaml": document("Workspace", { name: "water" }, { namespace: "http://w" }),
  });
  expect(await changes(at("manifests/styles"))).toEqual(["update Style/red"]);
  expect(await changes("-l", "team=a")).toEqual([]);
  expect(await changes("--exclude", "Workspace/*")).toEqual(["update Style/red"]);
  expect(await changes("--only", "Workspace/*")).toEqual(["update Workspace/water"]);
  // What nobody declares has neither place nor label, but it has a name.
  expect(await changes("--only", "Style/b*")).toEqual(["delete Style/blue"]);
  await apply("--only", "Workspace/*");
  expect(await owned()).toEqual({ ...before, "Style/red": "differs", "Style/blue": "undeclared" });
  expect(await changes()).toEqual(["delete Style/blue", "update Style/red"]);
  expect(readFileSync(join(folder, "plumbline.yaml"), "utf8")).toContain("prune: owned");
});

test("exclusive rules are one object: nothing of them is deleted in part", async () => {
  const { apply, changes, write } = await estateOn();
  await apply();
  const rules = { "water.*.r": ["A"], "water.c.r": ["C"] };
  const spec = { mode: "exclusive", scope: ["water.*"], rules };
  write({ "manifests/rules.yaml": document("AccessRules", { name: "water" }, spec) });
  const both = ["create AccessRule/water.c.r", "delete AccessRule/water.a.r"];
  const sorted = async (...args: Words) => (await changes(...args)).toSorted();
  expect(await sorted("--only", "AccessRules/water")).toEqual(both);
  expect(await sorted("--only", "AccessRule/water.c.r")).toEqual(both);
  expect(await sorted("--exclude", "AccessRule/water.c.r")).toEqual([]);
  expect(await sorted("--only", "AccessRule/water.a.r")).toEqual(both);
  expect(await sorted("--only", "A*", "--exclude", "AccessRule/water.a.r")).toEqual([]);
  expect(await sorted("--only", "Style/*")).toEqual([]);
});

test("what a recreate also deletes comes back as it was on the server, not as declared", async () => {
  const { apply, changes, write, run, here, plan } = await estateOn();
  await apply();
  write({
    "manifests/maps/roads/m.appschema": mapping(["t:Way"]),
    "manifests/roads/way.yaml": document(
      "Layer",
      { workspace: "roads", name: "Way" },
      { defaultStyle: "blue" },
    ),
  });
  const found = await plan("--only", "AppSchemaStore/*");
  expect(found.changes).toMatchObject([
    { address: "AppSchemaStore/roads:st", action: "replace", comes_back: ["Layer/roads:Way"] },
  ]);
  await apply("--only", "AppSchemaStore/*");
  const drift = await run("drift", ...here);
  expect([drift.code, drift.stdout]).toEqual([0, expect.any(String)]);
  expect(await changes()).toEqual(["update Layer/roads:Way"]);
});

test("what would also delete, or is used by, what is not selected stops the plan", async () => {
  const { apply, run, here, write } = await estateOn();
  await apply();
  write({
    "manifests/roads/st.yaml": "# plumbline: ignore\n",
    "manifests/roads/way.yaml": "# plumbline: ignore\n",
    "manifests/styles/red.yaml": "# plumbline: ignore\n",
  });
  const store = await run("apply", ...here, "--yes", "--only", "AppSchemaStore/*");
  expect(store.code).toBe(3);
  expect(store.stdout).toContain(
    "would also delete Layer/roads:Way, and the selection leaves that out",
  );
  const style = await run("apply", ...here, "--yes", "--only", "Style/*");
  expect(style.code).toBe(3);
  expect(style.stdout).toContain("Style/red is still used by Layer/roads:Way");
  await apply("--only", "AppSchemaStore/*", "--only", "Layer/*", "--only", "Style/*");
});

test("what selects nothing is an error that says so, and nothing is done", async () => {
  const { run, here, at, folder } = await estateOn();
  const told = async (...args: Words) => {
    const { code, stderr } = await run("apply", ...here, "--yes", ...args);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await told("--only", "Style/rde")).toMatch(
    /--only Style\/rde selects nothing[^]*Did you mean Style\/red\?/,
  );
  expect(await told("--only", "Style/*", "--exclude", "Layer/x")).toContain(
    "--exclude Layer/x selects nothing",
  );
  const twice = await run("plan", ...here, "-l", "team=a,team=b");
  expect(twice).toMatchObject({ code: 64, stdout: "" });
  expect(twice.stderr).toContain("Each label has one value");
  expect(await told("-l", "team=b")).toMatch(/-l team=b selects nothing[^]*team=a/);
  expect(await told("--only", "Style/*", "-l", "team=a")).toContain(
    "No object matches all selections",
  );
  writeFiles(folder, { "manifests/notes/a.txt": "" });
  expect(await told(at("manifests/notes"))).toContain("The path manifests/notes selects nothing");
  expect(await told(at("manifests/none"))).toMatch(/There is no \S+manifests\/none/);
  expect(await told(join(folder, ".."))).toContain("is outside of the estate");
  const { stdout } = await run("status", ...here, "-o", "json");
  expect(JSON.parse(stdout).summary["missing"]).toBe(8);
});

test("a part is a part from wherever it is given; watch takes none", async () => {
  const { run, at, url } = await estateOn();
  const deep = await run("plan", at("manifests/roads/way.yaml"), "-o", "json");
  expect(JSON.parse(deep.stdout)).toMatchObject({
    estate: "parts",
    selection: { paths: ["manifests/roads/way.yaml"] },
  });
  const all = await run("plan", at("manifests"), "-o", "json");
  expect(JSON.parse(all.stdout).selection).toBe(null);
  const watch = await runHere(["watch", at("manifests/roads"), "--once"], { url });
  expect(watch.code).not.toBe(0);
});

test("the whole estate is checked, whatever is selected", async () => {
  const { run, here, write, at } = await estateOn();
  write({ "manifests/water.yaml": document("Workspace", { nam: "water" }, {}) });
  const { code, stderr } = await run("plan", ...here, at("manifests/styles"));
  expect([code, stderr]).toEqual([1, expect.stringContaining("water.yaml")]);
  expect((await run("validate", "-p", at("plumbline.yaml"), at("manifests/styles"))).code).toBe(1);
});

test("without a project file the paths are the estate, and flags select of it", async () => {
  const url = await listenCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "red.yaml": ESTATE["manifests/styles/red.yaml"],
    "red.sld": sld(),
    "w.yaml": ESTATE["manifests/water.yaml"],
  });
  const { stdout } = await runHere(["plan", folder, "--only", "Style/*", "-o", "json"], { url });
  expect(JSON.parse(stdout)).toMatchObject({
    changes: [{ address: "Style/red" }],
    selection: { paths: [], objects: 1, of: 2 },
  });
});

test("a plan file, a digest and the history hold the selection", async () => {
  const { run, here, at, plan, changes } = await estateOn();
  const file = at("plan.json");
  const part = await plan("--only", "Style/*", "--out", file);
  expect((await plan("--only", "Style/red", "--only", "Style/blue")).digest).not.toBe(part.digest);
  const other = await run("apply", ...here, "--plan", file, "--only", "Workspace/*");
  expect([other.code, other.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining("The plan is about --only Style/*, and not about --only Workspace/*"),
  ]);
  expect(other.code).not.toBe(0);
  const whole = await run("apply", ...here, "--expect", part.digest);
  expect(whole.code).not.toBe(0);
  const applied = await run("apply", ...here, "--plan", file);
  expect(applied.code, applied.stderr).toBe(0);
  const history = await run("history", "-p", at("plumbline.yaml"), "-o", "json");
  expect(JSON.parse(history.stdout).runs[0].selection).toEqual({
    only: ["Style/*"],
    exclude: [],
    labels: [],
    paths: [],
  });
  expect((await changes()).length).toBe(6);
});

test("standard input is a part of an estate, in the place of what has its name", async () => {
  const { run, here, url, at } = await estateOn();
  const stdin = document("Workspace", { name: "water" }, { namespace: "http://other" });
  const ran = await runHere(["plan", ...here, "-f", "-", "-o", "json"], { url, stdin });
  expect(ran.code, ran.stderr).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    selection: { paths: ["-"] },
    changes: [{ action: "create", address: "Workspace/water" }],
  });
  expect(JSON.parse(ran.stdout).diagnostics).toMatchObject([
    { code: "replaced-by-input", file: at("manifests/water.yaml") },
  ]);
  const source = relative(".", at("manifests/styles/red.sld"));
  const red = document("Style", { name: "red" }, { source });
  const apart = temporaryFolder();
  writeFiles(apart, { "plumbline.yaml": project("prune: none") });
  const onlyInput = ["plan", "-p", apart, "-f", "-", "-o", "json"];
  const alone = await runHere(onlyInput, { url, stdin: red });
  expect(JSON.parse(alone.stdout)).toMatchObject({
    selection: null,
    changes: [{ address: "Style/red" }],
  });
  expect((await run("plan", ...here, "-f", "-")).stderr).toContain("Standard input is empty");
});

test("destroy ends a part; drift, status, render and rehearse show of it", async () => {
  const { run, here, apply, at, owned } = await estateOn();
  const rehearsed = await run("rehearse", ...here, "--only", "Layer/*");
  expect(rehearsed.code, rehearsed.stderr + rehearsed.stdout).toBe(0);
  await apply();
  const rendered = await run("render", "-p", at("plumbline.yaml"), "--only", "Style/*");
  expect(rendered.stdout.match(/^kind: /gm)).toHaveLength(2);
  const status = await run("status", ...here, "--only", "Style/*", "-o", "json");
  expect(JSON.parse(status.stdout).objects).toHaveLength(2);
  const drift = await run("drift", ...here, "--only", "Style/*", "-o", "json");
  expect(JSON.parse(drift.stdout)).toMatchObject({ checked: 2, drifted: [] });
  const unsaid = await run("destroy", ...here, "--only", "Style/blue");
  expect(unsaid.code).toBe(3);
  const ended = await run("destroy", ...here, "--only", "Style/blue", "--confirm", "parts");
  expect([ended.code, ended.stdout]).toEqual([
    0,
    expect.stringContaining("what was selected is gone"),
  ]);
  expect(await owned()).not.toHaveProperty("Style/blue");
  const used = await run("destroy", ...here, "--only", "Style/red", "--confirm", "parts");
  expect(used.code).toBe(3);
  expect(Object.keys(await owned())).toHaveLength(7);
});
