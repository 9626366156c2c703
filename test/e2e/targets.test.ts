/** Several targets: the project file says where, overlays and variables say what. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitCodes, worstFirst } from "../../src/cli/process/exit-codes.ts";
import { listenCatalog, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { textOf } from "../support/project/sources.ts";
import { fleet, workspace, type Fleet } from "./fleet.ts";
import { project } from "./support.ts";

test("one file, two servers: each gets what it is meant to have, and then all are in sync", async () => {
  const { run } = await fleet();
  expect(await run("plan")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /The project file has 2 targets .*\n.*Choose with --target, or --all-targets: far, near/,
    ),
  });
  expect(await run("plan", "-t", "neear")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Did you mean near\?/),
  });
  const rendered = await run("render", "-t", "far");
  expect(rendered.stdout).toBe(
    `# From overlays/far/bridges.yaml\n${workspace("bridges", "http://bridges.example.org")}---\n# From manifests/roads.yaml\n${workspace("roads", "http://usual.example.org")}`,
  );
  const planned = await run("plan", "--all-targets", "--detailed-exitcode");
  expect(planned).toMatchObject({ code: 2 });
  expect(planned.stdout).toMatch(/=== near\n[^]*=== far\n/);
  expect(planned.stdout.split("\nTargets:\n")[1]).toBe(
    [
      "  near  1 object out of sync",
      "  far   2 objects out of sync",
      "",
      "                     near  far",
      "  Workspace/bridges  =     +",
      "  Workspace/roads    +     +",
      "",
    ].join("\n"),
  );
  const applied = await run("apply", "--all-targets", "--yes");
  expect(applied).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/near {2}in sync\n {2}far {3}in sync\n$/),
  });
  const again = await run("plan", "--all-targets", "--detailed-exitcode", "-o", "json");
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({
    format_version: "1.0",
    targets: [
      { name: "near", exit_code: 0, in_step: true, documents: [{ changes: [] }] },
      { name: "far", exit_code: 0, in_step: true, documents: [{ changes: [] }] },
    ],
    not_tried: [],
    matrix: [],
  });
  // Another value is another namespace; the target's own word counts less than the flag.
  const other = await run("plan", "-t", "near", "--var", "host=other", "--detailed-exitcode");
  expect(other).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/http:\/\/near\.example\.org → http:\/\/other\.example\.org/),
  });
});

test("a wave that fails ends the run before the next one", async () => {
  const { folder, run } = await fleet();
  const file = join(folder, "plumbline.yaml");
  writeFiles(folder, {
    "plumbline.yaml": readFileSync(file, "utf8").replace(
      "    variables: { host: near }",
      "    dialect: geoserver",
    ),
  });
  const ran = await run("apply", "--all-targets", "--yes", "-o", "json");
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /has the dialect documented, and geoserver is expected there \[target-unlike\]/,
    ),
  });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    targets: [{ name: "near", exit_code: 1, in_step: null }],
    not_tried: ["far"],
  });
});

test("commands give secrets only where the project file says so", async () => {
  const { folder, run } = await fleet();
  const file = join(folder, "plumbline.yaml");
  const script = join(folder, "secret.sh");
  writeFiles(folder, { "secret.sh": `#!/bin/sh\necho once >> "$0.log"\necho '${PASSWORD}'\n` });
  chmodSync(script, 0o700);
  const withCommand = readFileSync(file, "utf8").replace(
    "{ fromEnv: NEAR_PASSWORD }",
    "{ fromExec: [./secret.sh] }",
  );
  writeFiles(folder, { "plumbline.yaml": withCommand });
  expect(await run("plan", "-t", "near")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /plumbline\.yaml:\d+:\d+: error: The command \.\/secret\.sh is not run: .*allowExec: true \[secret-missing\]/,
    ),
  });
  writeFiles(folder, { "plumbline.yaml": `${withCommand}allowExec: true\n` });
  expect(await run("plan", "-t", "near")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Workspace\/roads/),
  });
  expect(readFileSync(`${script}.log`, "utf8")).toBe("once\n");
});

test("the project file is read once for all targets: a change during a run is of the next one", async () => {
  const { folder, run } = await fleet();
  const file = join(folder, "plumbline.yaml");
  const changing = readFileSync(file, "utf8").replace(
    "{ fromEnv: NEAR_PASSWORD }",
    "{ fromExec: [./secret.sh] }",
  );
  writeFiles(folder, {
    "plumbline.yaml": `${changing}allowExec: true\n`,
    "secret.sh": `#!/bin/sh\necho none > '${file}'\necho '${PASSWORD}'\n`,
  });
  chmodSync(join(folder, "secret.sh"), 0o700);
  expect(await run("apply", "--all-targets", "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/near {2}in sync\n {2}far {3}in sync\n$/),
  });
  expect(await run("plan", "--all-targets")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("project-invalid"),
  });
});

test("what is ignored is neither changed nor reported, and may not be declared", async () => {
  const { folder, run } = await fleet();
  expect(await run("apply", "-t", "near", "--yes")).toMatchObject({ code: 0 });
  const file = join(folder, "plumbline.yaml");
  const before = readFileSync(file, "utf8");
  writeFiles(folder, {
    "plumbline.yaml": `${before}ignore:\n  - objects: [Workspace/roads]\n    fields: [namespace]\n`,
  });
  const ignoring = await run("plan", "-t", "near", "--var", "host=other", "--detailed-exitcode");
  expect(ignoring).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No changes/m) });
  writeFiles(folder, { "plumbline.yaml": `${before}ignore:\n  - objects: ["Workspace/r*"]\n` });
  expect(await run("plan", "-t", "near")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\[declared-and-ignored\]/),
  });
  writeFiles(folder, {
    "plumbline.yaml": `${before}ignore:\n  - objects: ["Workspace/r*"]\n`,
    "manifests/roads.yaml": workspace("paths", "http://paths"),
  });
  const pruning = await run("plan", "-t", "near", "--prune=owned", "-o", "json");
  expect(JSON.parse(pruning.stdout)).toMatchObject({
    changes: [
      { address: "Workspace/paths", action: "create" },
      { address: "Workspace/roads", action: "forget" },
    ],
  });
  writeFiles(folder, {
    "plumbline.yaml": `${before}ignore:\n  - objects: ["*"]\n    fields: [namespce]\n`,
  });
  expect(await run("plan", "-t", "near")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/No kind has a field namespce .*\n.*Did you mean namespace\?/),
  });
});

test("variables and waves of a project file are checked, each fault at its place", async () => {
  const { folder, run } = await fleet();
  const file = join(folder, "plumbline.yaml");
  const text = readFileSync(file, "utf8");
  writeFiles(folder, {
    "plumbline.yaml": text.replace("[[near], [far]]", "[[near, faar]]"),
    "values.yaml": "host: 7\nhots: x\n",
  });
  const waves = await run("validate");
  expect(waves.code).toBe(1);
  expect(waves.stderr).toMatch(/There is no target faar/);
  expect(waves.stderr).toMatch(/The target far is in no wave/);
  writeFiles(folder, { "plumbline.yaml": text });
  const part = await run("plan", "--target", "Style/roads:*");
  expect(part.code).toBe(1);
  expect(part.stderr).toMatch(
    /There is no target Style\/roads:\* .*\n {4}Known are far, near\. A target is a server; objects are chosen with --only ADDRESS, /,
  );
  const values = await run("validate", "--var-file", "values.yaml", "--var", "host");
  expect(values.code).toBe(1);
  expect(values.stderr).toMatch(
    /values\.yaml:1:1: error: The variable host must be of type string/,
  );
  expect(values.stderr).toMatch(
    /values\.yaml:2:1: error: There is no variable hots.*\n.*Did you mean host\?/,
  );
  expect(values.stderr).toMatch(/--var host is not NAME=VALUE/);
});

test("each target has report files of its own, and what is one document is not for several", async () => {
  const { folder, run } = await fleet();
  const files = ["plan.md", "plan.junit.xml"].flatMap((file) => ["--report", file]);
  const planned = await run("plan", "--all-targets", ...files);
  expect(planned).toMatchObject({ code: 0 });
  expect(planned.stdout).toMatch(/=== near\nroads on near, 127\.0\.0\.1:\d+ {2}\(/);
  const report = (name: string) => readFileSync(join(folder, name), "utf8");
  expect(report("plan.near.md")).not.toContain("bridges");
  expect(report("plan.far.md")).toContain("bridges");
  expect(report("plan.far.junit.xml")).toContain("Workspace/bridges create");
  expect(await run("plan", "--all-targets", "-o", "junit")).toMatchObject({
    code: 64,
    stdout: "",
    stderr: expect.stringMatching(/give --report/),
  });
});

/** A project of many servers, all in one wave. */
async function crowd(names: readonly string[]): Promise<Fleet> {
  const folder = temporaryFolder();
  const urls = await Promise.all(names.map(() => listenCatalog()));
  const credentials = `credentials: { user: ${USER}, password: { fromEnv: FLEET_PASSWORD } }\n`;
  const targets = names.map((name, index) => `  ${name}: { url: ${urls[index]} }\n`).join("");
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: roads\n${credentials}targets:\n${targets}`),
    "manifests/roads.yaml": workspace("roads", "http://roads.example.org"),
  });
  return {
    folder,
    run: (...args) => runHere(args, { cwd: folder, env: { FLEET_PASSWORD: PASSWORD } }),
  };
}

const numbered = (most: number) =>
  Array.from({ length: most }, (_one, index) => `t${String(index + 1).padStart(2, "0")}`);

test("20 targets in one run, four together: one report, a part for each in their order, and all in sync", async () => {
  const names = numbered(20);
  const { run } = await crowd(names);
  const applied = await run("apply", "--all-targets", "--parallel", "4", "--yes");
  expect(applied).toMatchObject({ code: 0 });
  const reports = applied.stdout.split("\n=== ").slice(1);
  expect(reports.map((report) => /^(\S+)\n/.exec(report)?.[1])).toEqual(names);
  for (const report of reports)
    expect(report).toMatch(/\+ Workspace\/roads[^]*Applied: the catalog is in sync/);
  expect(applied.stdout.split("\nTargets:\n")[1]).toBe(
    names.map((name) => `  ${name}  in sync\n`).join(""),
  );
  const planned = await run("plan", "--all-targets", "--parallel", "20", "-o", "json");
  expect(JSON.parse(planned.stdout)).toMatchObject({
    targets: names.map((name) => ({ name, exit_code: 0, in_step: true })),
    not_tried: [],
    matrix: [],
  });
});

test("targets side by side: after a failure none is begun, and those under way end", async () => {
  const { folder, run } = await crowd(["a", "b", "c", "d"]);
  const file = join(folder, "plumbline.yaml");
  const before = readFileSync(file, "utf8");
  const other = before.replace(/ {2}b: \{ (url: \S+) \}/, "  b: { $1, dialect: geoserver }");
  writeFiles(folder, { "plumbline.yaml": other });
  for (const [parallel, tried] of [
    ["1", ["a", "b"]],
    ["3", ["a", "b", "c"]],
  ] as const) {
    const ran = await run("apply", "--all-targets", "--parallel", parallel, "--yes", "-o", "json");
    expect(ran.code).toBe(1);
    const document = JSON.parse(ran.stdout);
    expect(document.targets.map(({ name }: { readonly name: string }) => name)).toEqual(tried);
    expect(document.not_tried).toEqual(["a", "b", "c", "d"].slice(tried.length));
    expect(document.targets[0]).toMatchObject({ exit_code: 0, in_step: true });
  }
});

test("the exit code is the worst of the targets, by a written order and not by theirs", async () => {
  const { folder, run } = await crowd(numbered(20));
  // The second is locked by hand, the fourth is not what the project file says; both are under way together.
  const taken = await run("lock", "-t", "t02", "--take", "--reason", "moving house");
  expect(taken).toMatchObject({ code: 0 });
  const file = join(folder, "plumbline.yaml");
  const before = readFileSync(file, "utf8");
  writeFiles(folder, {
    "plumbline.yaml": before.replace(/t04: \{ (url: \S+) \}/, "t04: { $1, dialect: geoserver }"),
  });
  const apply = ["apply", "--all-targets", "--yes", "-o", "json", "--parallel"];
  const several = await run(...apply, "4");
  const document = JSON.parse(several.stdout);
  const codes = document.targets.map((target: { readonly exit_code: number }) => target.exit_code);
  expect(codes.slice(0, 4)).toEqual([0, 5, 0, 1]);
  expect(codes.length).toBeLessThan(8);
  expect(document.not_tried).toEqual(numbered(20).slice(codes.length));
  expect(several.code).toBe(1);
  writeFiles(folder, { "plumbline.yaml": before });
  const locked = await run(...apply, "1");
  expect(locked.code).toBe(5);
  expect(JSON.parse(locked.stdout).not_tried).toEqual(numbered(20).slice(2));
});

test("the written order of exit codes has a place for each, and stands in the reference", () => {
  expect(worstFirst.toSorted()).toEqual(Object.keys(exitCodes).toSorted());
  const order = worstFirst.map((name) => exitCodes[name]).join(", ");
  expect(textOf("docs/reference.md")).toContain(`From the worst to the best: ${order}.`);
  expect(textOf("docs/decisions/0075-targets-beside-each-other.md")).toContain(order);
});

test("of several targets at once nobody is asked", async () => {
  const { run } = await crowd(["one", "two"]);
  expect(await run("apply", "--all-targets", "--parallel", "2")).toMatchObject({
    code: 64,
    stdout: "",
    stderr: expect.stringMatching(/--parallel needs --yes here/),
  });
});
