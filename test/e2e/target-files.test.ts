/** Several targets: the files that commands write and read for each, and what needs no server. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOfTargets } from "../../src/cli/flags/estate.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { fleet, workspace, type Fleet } from "./fleet.ts";
import { project } from "./support.ts";

test("each target has a plan file of its own, which apply runs on it", async () => {
  const { folder, run } = await fleet();
  const planned = await run("plan", "--all-targets", "--out", "plan.json");
  expect(planned).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /Written to plan\.near\.json; apply --target near --plan plan\.near\.json runs it\.\n[^]*plan\.far\.json/,
    ),
  });
  const urlIn = (name: string): string =>
    JSON.parse(readFileSync(join(folder, name), "utf8")).target.url;
  expect(urlIn("plan.near.json")).not.toBe(urlIn("plan.far.json"));
  expect(existsSync(join(folder, "plan.json"))).toBe(false);
  const applied = await run("apply", "--all-targets", "--plan", "plan.json");
  expect(applied).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/near {2}in sync\n {2}far {3}in sync\n$/),
  });
  // The names work one by one as well, and two targets are several.
  expect(await run("plan", "-t", "far", "-t", "near", "--out", "both")).toMatchObject({ code: 0 });
  const alone = await run("apply", "-t", "far", "--plan", "both.far", "--detailed-exitcode");
  expect(alone).toMatchObject({ code: 0 });
});

test("every file that a flag names is one per target, or is read by all of them", () => {
  const shared = new Set(["project", "varFile", "file"]);
  const own = new Set(["report", ...filesOfTargets]);
  const program = buildProgram(() => undefined);
  const named = program.commands
    .filter(({ options }) => options.some(({ long }) => long === "--all-targets"))
    .flatMap((command) =>
      command.options
        .filter(({ flags }) => /<(?:file|path|folder)>/.test(flags))
        .map((one) => one.attributeName()),
    );
  expect(named).toContain("out");
  for (const name of named) expect(shared.has(name) !== own.has(name), name).toBe(true);
});

/** An estate whose values and overlays are those of targets; nothing listens anywhere. */
function offline(more: Readonly<Record<string, string>> = {}): Fleet {
  const folder = temporaryFolder();
  const targets =
    "targets:\n  staging: { url: http://127.0.0.1:1, variables: { host: staging } }\n  production: { url: http://127.0.0.1:1, variables: { host: maps }, overlays: [production] }\n";
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: roads\nvariables: { host: {} }\n${targets}`),
    "manifests/roads.yaml": workspace("roads", "http://${{ var.host }}.example.org"),
    "overlays/production/bridges.yaml": `$patch: add\n${workspace("bridges", "http://bridges.example.org")}`,
    ...more,
  });
  return { folder, run: (...args) => runHere(args, { cwd: folder }) };
}

test("validate checks an estate for each of its targets, and says what is of which", async () => {
  const { folder, run } = offline();
  expect(await run("validate")).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(
      /^Valid for production: 2 manifests, 2 objects; for staging: 1 manifest, 1 object; 0 errors, 0 warnings\.$/m,
    ),
  });
  writeFiles(folder, {
    "manifests/lakes.yaml": `${workspace("lakes", "http://lakes.example.org")}  colour: red\n`,
    "overlays/production/bridges.yaml": `$patch: add\n${workspace("bridges", "http://bridges.example.org")}  isolate: yes\n`,
  });
  const wrong = await run("validate", "-o", "json");
  expect(wrong.code).toBe(1);
  const { targets, diagnostics } = JSON.parse(wrong.stdout);
  expect(targets).toMatchObject([{ name: "production" }, { name: "staging" }]);
  expect(diagnostics.map(({ message }: { readonly message: string }) => message)).toEqual([
    expect.stringMatching(/colour(?!.*target)/),
    expect.stringMatching(/isolate.*\(target production\)$/),
  ]);
  expect(await run("validate", "--target", "staging", "-o", "json")).toMatchObject({
    code: 1,
    stdout: expect.not.stringContaining("spec.isolate"),
  });
});

test("a target whose settings are wrong hides nothing of the others", async () => {
  const { folder, run } = offline({
    "manifests/lakes.yaml": `${workspace("lakes", "http://lakes.example.org")}  colour: red\n`,
  });
  const text = readFileSync(join(folder, "plumbline.yaml"), "utf8");
  const wrong = text.replace("host: {}", "host: {}, lanes: { type: integer }");
  writeFiles(folder, {
    "plumbline.yaml": wrong.replace("host: maps", "host: maps, lanes: two"),
  });
  const { code, stdout } = await run("validate", "-o", "json");
  const { type, valid, diagnostics } = JSON.parse(stdout);
  expect([code, type, valid]).toEqual([1, "validation", false]);
  expect(diagnostics.map(({ message }: { readonly message: string }) => message)).toEqual([
    expect.stringMatching(/colour.*\(target staging\)$/),
    expect.stringMatching(/lanes must be of type integer.*\(target production\)$/),
  ]);
  // One target is as a command on one server is.
  const one = await run("validate", "-t", "production", "-o", "json");
  expect([one.code, JSON.parse(one.stdout).type]).toEqual([1, "failure"]);
});

test("an offline command that needs a target's value says which targets have it", async () => {
  const { folder, run } = offline();
  const hint =
    /roads\.yaml:6:3: error: .*var\.host.*\n.*Choose one with --target: production, staging\./;
  for (const command of [["graph"], ["render"], ["diff", "manifests", "manifests"]]) {
    const without = await run(...command);
    expect(without, command.join(" ")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(hint),
    });
    const named = await run(...command, "--target", "production");
    expect(named, command.join(" ")).toMatchObject({ code: 0, stderr: "" });
  }
  writeFiles(folder, { "other/lakes.yaml": workspace("lakes", "http://${{ var.host }}") });
  const differing = await run("diff", "manifests", "other", "-t", "production");
  expect(differing).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/Workspace\/bridges|lakes/),
  });
  writeFiles(folder, {
    "plumbline.yaml": readFileSync(join(folder, "plumbline.yaml"), "utf8").replace(
      "variables: { host: maps }, ",
      "",
    ),
  });
  expect(await run("validate")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /\(target production\).*\n.*no default.*targets\.production\.variables.*--var host=VALUE/,
    ),
  });
});

test("folders of overlays may begin with an underscore, and others are told what to be", async () => {
  const { folder, run } = offline();
  const text = readFileSync(join(folder, "plumbline.yaml"), "utf8");
  const named = (name: string) => ({
    "plumbline.yaml": text.replace("overlays: [production]", `overlays: ["${name}"]`),
  });
  writeFiles(folder, { ...named("_shared"), "overlays/_shared/lakes.yaml": "# none yet\n" });
  expect(await run("validate")).toMatchObject({ code: 0, stderr: "" });
  writeFiles(folder, named("../other"));
  expect(await run("validate")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/overlays.*must begin with a letter, digit or underscore/),
  });
});
