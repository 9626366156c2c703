/** What people bring from kubectl, terraform, flux, decK and gh, and what they get here. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { root } from "../support/project/sources.ts";
import { runCli } from "../support/commands/cli.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile, style, withLayer } from "./support.ts";

const { url, run } = serverForFile();
const applied = (name: string) => withLayer(run, name);

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
    ["terraform", ["fmt", "-check"], "Flags have two dashes: --check."],
    ["terraform", ["force-unlock", "a"], "plumbline unlock --force ID does that; "],
    ["kubectl", ["get", "styles", "-l", "team=roads"], "Labels are in manifests: "],
    ["kubectl", ["config", "use-context", "a"], "Servers are targets of plumbline.yaml"],
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
    ["decK", ["file", "lint"], "plumbline validate checks manifests"],
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

  test("whatever is called the same here is the same", async () => {
    const folder = await applied("alike");
    const file = join(temporaryFolder(), "plan.json");
    const lines = [
      ["plan", folder, "--out", file],
      ["show", file],
      ["graph", folder],
      ["fmt", folder, "--check"],
      ["diff", folder, "--live"],
      ["apply", "-f", folder, "-l", "team=roads", "--yes"],
      ["apply", "-f", folder, "--yes"],
      ["status", folder],
      ["get", "all", "-f", folder, "-o", "name"],
      ["-V"],
    ];
    writeFiles(folder, {
      "a.yaml": style("alike").replace("alike }", "alike, labels: { team: roads } }"),
    });
    for (const line of lines)
      expect(await run(...line), line.join(" ")).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(line[0] === "fmt" ? /^/ : /\S/),
        stderr: expect.not.stringContaining("error"),
      });
    const { stdout } = await run("get", "all", "-f", folder, "-o", "name");
    for (const one of ["Style/alike\n", "Layer/alike:ways\n"]) expect(stdout).toContain(one);
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
    for (const missing of [
      "flux get sources, get alerts",
      "npx, brew, apt, docker pull",
      "gh auth login",
      "gh extensions",
    ])
      expect(section).toContain(`| ${missing} | `);
  });
});

describe("small habits", () => {
  test.for([
    ["plan", "yaml", "plumbline render prints manifests, and plumbline get -o yaml objects."],
    ["status", "wide", "plumbline get -o wide has it."],
    ["history", "table", "It is called text."],
    ["get", "josn", "Did you mean json?"],
  ] as const)("%s -o %s", async ([command, format, says]) => {
    const { code, stderr } = await run(command, "-o", format);
    expect(code).toBe(64);
    expect(stderr).toContain(`is invalid. `);
    expect(stderr.endsWith(` ${says}\n`), stderr).toBe(true);
  });

  test("help has its flags in groups, and names the exit codes", async () => {
    const { stdout } = await run("plan", "--help");
    const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    const groups = ["Output", "Server", "What a plan may do", "Which objects"];
    expect(headings).toEqual(expect.arrayContaining(groups));
    expect((await run("--help")).stdout).toContain("Exit codes: 0 success, 1 error, 2 changes, ");
  });

  test.each(["plan", "apply", "watch", "verify", "rehearse"])(
    "help of %s is at most 50 lines, none wider than a screen but the last",
    async (command) => {
      const lines = (await run(command, "--help")).stdout.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(50);
      const flags = lines.filter((line) => line.startsWith("  -"));
      expect(flags.filter((line) => line.length > 80)).toEqual([]);
      expect(lines[0]).toContain("[paths...] (manifests/ by default)");
    },
  );

  test("--quiet is the result alone, where nobody is asked and nothing stops the plan", async () => {
    const folder = estate("hushed");
    const asked = await run("apply", folder, "-q");
    expect(asked).toMatchObject({ code: 64, stdout: expect.stringContaining("+ Style/hushed") });
    expect(await run("apply", folder, "-q", "--yes")).toEqual({
      code: 0,
      stdout: "Applied: the catalog is in sync. 1 of 1 requests done.\n",
      stderr: "",
    });
    writeFileSync(join(folder, "plumbline.yaml"), project("estate: hushed\nprune: owned"));
    writeFiles(folder, { "a.yaml": style("loud"), "loud.sld": sld() });
    const stopped = await run("apply", folder, "-q", "--yes", "--max-deletes", "0");
    expect(stopped).toMatchObject({ code: 3, stdout: expect.stringContaining("Stopped: ") });
  });

  test("a format for all commands is left out where a command has it not", async () => {
    const folder = estate("formed");
    const env = { PLUMBLINE_OUTPUT: "markdown" };
    expect(await runCli(["history", "-p", folder], { url: url(), env })).toEqual({
      code: 0,
      stdout: "No run of the estate formed is recorded.\n",
      stderr: "",
    });
    const wrong = await runCli(["history", "-p", folder], {
      url: url(),
      env: { PLUMBLINE_OUTPUT: "md" },
    });
    expect(wrong.code).toBe(64);
  });
});
