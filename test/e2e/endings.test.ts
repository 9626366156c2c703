/** Every form of output with and without --detailed-exitcode, for every way in which plan, apply and drift end. */
import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderLease } from "../../src/reconciler/lock/lease.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { runCli, type Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { readForm, type Form } from "../support/reports/run-forms.ts";
import { runHere } from "../support/commands/run-here.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { estate, mode, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

/** The command that runs, where it is a process of its own. */
let running: ChildProcess | undefined;

function interrupt(): void {
  if (running === undefined) process.emit("SIGINT");
  else running.kill("SIGINT");
}

/** A folder made ready for one way to end, with what more the command is given. */
interface Situation {
  readonly folder: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

const apply = async (folder: string) =>
  expect(await runHere(["apply", folder, "--yes"], { url: url() })).toMatchObject({ code: 0 });

async function put(path: string, body: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const answer = await fetch(`${url()}/rest${path}`, { method: "PUT", headers, body });
  expect(answer.status).toBe(201);
}

async function lockedByJane(name: string): Promise<void> {
  const at = new Date().toISOString();
  const whose = { who: "jane", host: "elsewhere", machine: "m", pid: 7, id: "lock-of-jane" };
  const times = { number: 3, started: at, renewed: at, ttlMs: 600_000, released: false };
  await put(`/resource/plumbline/${name}/lock.json`, renderLease({ ...whose, ...times }, name));
}

/** Before a style is made, somebody else makes one of its name. */
async function conflicting(name: string): Promise<string> {
  return startProxy(url(), async (request) => {
    if (!isCatalogWrite(request) || !request.path.includes(`name=${name}`)) return;
    const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
    const body = sld({ colour: "#010203" });
    await fetch(`${url()}/rest/styles?name=${name}`, { method: "POST", headers, body });
  });
}

const situations: Readonly<Record<string, (name: string) => Promise<Situation>>> = {
  nothing: async (name) => {
    const folder = estate(name);
    await apply(folder);
    return { folder };
  },
  changes: async (name) => ({ folder: estate(name) }),
  drifted: async (name) => {
    const folder = estate(name);
    await apply(folder);
    const other = estate(`${name}-other`, {
      "a.yaml": style(name),
      [`${name}.sld`]: sld({ colour: "#0a0b0c" }),
    });
    const takes = ["--allow", "takeover"];
    expect(await runHere(["apply", other, "--yes", ...takes], { url: url() })).toMatchObject({
      code: 0,
    });
    // Anyone who took it over lets it go again: it is the first estate's once more, and not as it was.
    const headers = { authorization: AUTHORIZATION };
    const state = `${url()}/rest/resource/plumbline/${name}-other/inventory.json`;
    expect((await fetch(state, { method: "DELETE", headers })).status).toBe(200);
    return { folder };
  },
  blocked: async (name) => ({ folder: estate(name, { "m.yaml": mode("CHALLENGE") }) }),
  invalid: async (name) => ({ folder: estate(name, { "b.yaml": style("missing") }) }),
  elsewhere: async (name) => ({ folder: estate(name), url: `${url()}/nowhere` }),
  stale: async (name) => {
    const folder = estate(name);
    const file = join(temporaryFolder(), "plan.json");
    await runHere(["plan", folder, "--out", file], { url: url() });
    writeFiles(folder, { [`${name}.sld`]: sld({ colour: "#0d0e0f" }) });
    return { folder, args: ["--plan", file] };
  },
  locked: async (name) => {
    await lockedByJane(name);
    return { folder: estate(name) };
  },
  partial: async (name) => ({
    folder: estate(name, { "b.yaml": style(`${name}-b`), [`${name}-b.sld`]: sld() }),
    url: await conflicting(`${name}-b`),
  }),
  interrupted: async (name) => {
    // More than are under way when the signal is heard.
    const more = Array.from({ length: 24 }, (_one, number) => number).flatMap((number) => [
      [`${number}.yaml`, style(`${name}-${number}`)],
      [`${name}-${number}.sld`, sld()],
    ]);
    let isFirst = true;
    const proxied = await startProxy(url(), (request) => {
      if (isCatalogWrite(request) && isFirst) interrupt();
      isFirst &&= !isCatalogWrite(request);
    });
    return { folder: estate(name, Object.fromEntries(more)), url: proxied };
  },
};

/** What ends how: the exit code, that with --detailed-exitcode, and whether nobody has to look. */
interface Ending {
  readonly command: "plan" | "apply" | "drift";
  readonly situation: string;
  readonly codes: readonly [usual: number, detailed: number];
  readonly passed: boolean;
}

const ends = (
  command: Ending["command"],
  rows: readonly (readonly [situation: string, usual: number, detailed: number, passed: boolean])[],
): readonly Ending[] =>
  rows.map(([situation, usual, detailed, passed]) => ({
    command,
    situation,
    codes: [usual, detailed],
    passed,
  }));

const endings = [
  ...ends("plan", [
    ["nothing", 0, 0, true],
    ["changes", 0, 2, true],
    ["blocked", 0, 3, false],
    ["invalid", 1, 1, false],
    ["elsewhere", 1, 1, false],
    ["locked", 0, 2, true],
  ]),
  ...ends("apply", [
    ["nothing", 0, 0, true],
    ["changes", 0, 2, true],
    ["blocked", 3, 3, false],
    ["invalid", 1, 1, false],
    ["elsewhere", 1, 1, false],
    ["stale", 4, 4, false],
    ["locked", 5, 5, false],
    ["partial", 6, 6, false],
    ["interrupted", 130, 130, false],
  ]),
  ...ends("drift", [
    ["nothing", 0, 0, true],
    ["drifted", 2, 2, false],
    ["invalid", 1, 1, false],
    ["elsewhere", 1, 1, false],
    ["locked", 0, 0, true],
  ]),
];

const outputs = ["text", "json", "markdown", "html", "junit", "sarif"] as const;

const cells = endings.flatMap((ending) =>
  outputs.flatMap((output) =>
    (ending.command === "drift" ? [false] : [false, true]).map((detailed) => ({
      ...ending,
      output,
      detailed,
    })),
  ),
);

type Cell = (typeof cells)[number];

const files: readonly (readonly [file: string, form: Form])[] = [
  ["run.md", "markdown"],
  ["run.json", "json"],
  ["run.junit.xml", "junit"],
  ["run.sarif", "sarif"],
  ["run.html", "html"],
];

async function runCell(cell: Cell, folder: string): Promise<Ran> {
  const { command, situation, output, detailed } = cell;
  const name = `${command}-${situation}-${output}${detailed ? "-d" : ""}`;
  const made = await (situations[situation] ?? expect.unreachable())(name);
  const flags = [
    ...(detailed ? ["--detailed-exitcode"] : []),
    ...(command === "apply" && made.args === undefined ? ["--yes"] : []),
    ...files.flatMap(([file]) => ["--report", join(folder, file)]),
  ];
  const args = [command, made.folder, "-o", output, ...(made.args ?? []), ...flags];
  const at = made.url ?? url();
  // A proof spends a start of the executable on each cell.
  return isProof
    ? runCli(args, { url: at, onStart: (child) => (running = child) })
    : runHere(args, { url: at });
}

describe("endings", () => {
  test.for(slice(cells, { test: 15 }))(
    "$command, $situation, -o $output, detailed $detailed",
    { timeout: 60_000 },
    async (cell) => {
      const { command, output, detailed, codes, passed } = cell;
      const folder = temporaryFolder();
      const ran = await runCell(cell, folder);
      expect({ ...ran, stdout: "" }).toMatchObject({ code: codes[detailed ? 1 : 0] });
      expect(ran.stderr).not.toMatch(/\n {4}at |failed in a way it should not/);
      const form = command === "apply" && output === "json" ? "lines" : output;
      const told = readForm(form, ran.stdout);
      expect(told.passed ?? passed).toBe(passed);
      for (const [file, kind] of files) {
        const report = readForm(kind, readFileSync(join(folder, file), "utf8"));
        expect(report.passed ?? passed, file).toBe(passed);
      }
      // What was saved is shown again, the same as it was reported.
      const saved = join(folder, "run.json");
      const shown = await runHere(["show", saved, "-o", "markdown"]);
      expect(shown).toEqual({
        code: 0,
        stdout: readFileSync(join(folder, "run.md"), "utf8"),
        stderr: "",
      });
      const text = await runHere(["show", saved]);
      expect({ ...text, stdout: text.stdout.length > 0 }).toEqual({
        code: 0,
        stdout: true,
        stderr: "",
      });
      readForm("text", text.stdout);
    },
  );
});

describe("report files", () => {
  test("a folder that is not there is noticed before anything is done", async () => {
    const folder = estate("unwritable");
    const report = join(folder, "nowhere", "run.md");
    const ran = await runHere(["apply", folder, "--yes", "--report", report], { url: url() });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/run\.md cannot be written \(ENOENT\) \[file-unwritable\]/);
    expect((await runHere(["plan", folder], { url: url() })).stdout).toMatch(/Plan: 1 create/);
  });

  test("a name that says no form is a wrong flag", async () => {
    expect(await runHere(["plan", ".", "--report", "plan.pdf"])).toMatchObject({ code: 64 });
  });

  test("a project file is no run, and neither is what was cut off", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "manifests"));
    writeFiles(folder, { "plumbline.yaml": project("estate: a"), "cut.json": '{"type":"plan",' });
    for (const file of ["plumbline.yaml", "cut.json"])
      expect(await runHere(["show", join(folder, file)])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /neither a saved plan nor a saved report .* \[plan-unusable\]/,
        ),
      });
    rmSync(folder, { recursive: true });
    expect(await runHere(["show", join(folder, "gone.json")])).toMatchObject({ code: 1 });
  });
});

test("validate shows its diagnostics in every form", async () => {
  const folder = estate("validated", { "b.yaml": style("missing") });
  for (const output of outputs) {
    const ran = await runHere(["validate", folder, "-o", output]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(/\[artefact-missing\]/) });
    const { passed = false } = readForm(output, ran.stdout);
    expect(passed).toBe(false);
    expect(ran.stdout).toMatch(output === "text" ? /^Not valid/ : /missing\.sld/);
  }
});

test("show shows a plan file and the lines of an apply", async () => {
  const folder = estate("shown");
  const file = join(temporaryFolder(), "plan.json");
  const planned = await runHere(["plan", folder, "--out", file], { url: url() });
  expect(await runHere(["show", file])).toEqual({ code: 0, stdout: planned.stdout, stderr: "" });
  const lines = await runHere(["apply", folder, "--yes", "-o", "json"], { url: url() });
  const run = join(temporaryFolder(), "run.ndjson");
  writeFiles(join(run, ".."), { "run.ndjson": lines.stdout });
  const shown = await runHere(["show", run]);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain(planned.stdout);
  expect(shown.stdout).toMatch(
    / {4}done 201: POST \/styles\?name=shown&raw=true .*\nApplied: the catalog is in sync\. 1 of 1 requests done\.\n$/,
  );
  const [, before = ""] = /^((?:.*\n)*?).*"type":"verify"/.exec(lines.stdout) ?? [];
  writeFiles(join(run, ".."), { "run.ndjson": `${before}{"type":"requ` });
  expect((await runHere(["show", run])).stdout).toMatch(/Not finished/);
});

test("quiet shows the document only, verbose each request without its body", async () => {
  const folder = estate("told");
  const verbose = await run("plan", folder, "-v");
  expect(verbose.code).toBe(0);
  expect(verbose.stderr).toMatch(/^(?:(?:GET|HEAD) \/rest\/\S+ {2}\d{3} {2}\d+ ms\n)+$/);
  const quiet = await run("apply", folder, "--yes", "--quiet");
  expect(quiet).toMatchObject({ code: 0, stderr: "" });
  expect(quiet.stdout).toMatch(/^Applied: .* 1 of 1 requests done\.$/m);
});
