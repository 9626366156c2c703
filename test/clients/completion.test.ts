/** What shells complete, by the scripts that the executable prints, and what these scripts ask it. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shells, type Shell } from "../../src/cli/flags/begin.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { candidatesFor } from "../../src/cli/program/complete.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { manifestKinds } from "../../src/reconciler/manifest/parse.ts";
import { EXECUTABLE, runCli } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { PROGRAMS } from "../support/run/parts.ts";
import { root } from "../support/project/sources.ts";

const hasShell = (shell: Shell) => spawnSync(shell, ["--version"]).status === 0;

/** What a shell proposes for each line, after it has read a script. */
function propose(
  shell: Shell,
  script: string,
  lines: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    script,
    "bin/plumbline": `#!/bin/sh\nexec "${process.execPath}" "${EXECUTABLE}" "$@"\n`,
    "here/estate.yaml": "",
    "here/inner/style.sld": "",
  });
  const path = `${join(folder, "bin")}:${process.env["PATH"]}`;
  chmodSync(join(folder, "bin/plumbline"), 0o700);
  const driver = join(root, "test", "clients", `complete.${shell}`);
  const plain = shell === "zsh" ? ["-f"] : [];
  const output = execFileSync(shell, [...plain, driver, join(folder, "script"), ...lines], {
    cwd: join(folder, "here"),
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, PATH: path, HOME: folder, XDG_CONFIG_HOME: folder, TERM: "dumb" },
  });
  const found = new Map(lines.map((line) => [line, [] as string[]]));
  for (const proposal of output.split("\n")) {
    const at = proposal.lastIndexOf("|");
    if (at >= 0) found.get(proposal.slice(0, at))?.push(proposal.slice(at + 1).trim());
  }
  return found;
}

/** What `plumbline __complete` prints for a line, without descriptions. */
async function answerTo(line: string): Promise<readonly string[]> {
  const lines = await candidatesFor(line.split(" ").slice(1), buildProgram(() => undefined));
  return lines.map((one) => one.split("\t")[0] ?? "");
}

const KINDS = [...manifestKinds.keys()];
const ADDRESSES = [...kinds.keys()].map((kind) => `${kind}/`);

describe("words for a line", () => {
  const program = buildProgram(() => undefined);

  test("every command, and every flag of each", async () => {
    expect(await answerTo("plumbline ")).toEqual(program.commands.map((one) => one.name()));
    for (const command of program.commands) {
      const flags = [...command.options, ...program.options].map(({ long }) => long);
      const found = await answerTo(`plumbline ${command.name()} -`);
      expect(found, command.name()).toEqual(expect.arrayContaining([...flags, "--help", "-h"]));
    }
  });

  test.for([
    ["schema ", [...KINDS, "project", "patch", "manifest", "plan", "report"]],
    ["explain ", [...KINDS, "Project"]],
    ["get ", ADDRESSES],
    ["get Style/a ", ADDRESSES],
    ["graph --of ", ADDRESSES],
    ["import --accept=", ADDRESSES],
    ["plan --url ", []],
    ["-C folder completion ", shells],
    ["plan --prune = ow", ["none", "owned", "scope"]],
    ["plan --var a=b --report ", [":files"]],
    ["init ", [":dirs"]],
    [
      "operation ",
      ["clean-schemas", "rebuild-schemas", "recalculate", "reset", "seed", "truncate"],
    ],
    ["version -ojs", ["-otext", "-ojson"]],
    ["style -- draw -", [":files"]],
    ["nothing --such ", program.commands.map((one) => one.name())],
  ] as const)("plumbline %s", async ([line, words]) => {
    expect((await answerTo(`plumbline ${line}`)).toSorted()).toEqual([...words].toSorted());
  });

  test("are printed with descriptions by a command that no help shows and that never fails", async () => {
    const ran = await runCli(["__complete", "pl"], { env: { PLUMBLINE_CHDIR: "/nowhere" } });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("\nplan\tshow what apply would do\n");
    expect(await runCli(["__complete"])).toMatchObject({ code: 0, stdout: ran.stdout, stderr: "" });
    expect((await runCli(["--help"])).stdout).not.toContain("__complete");
  });
});

describe.for(shells)("completion in %s", PROGRAMS, (shell) => {
  const isHere = hasShell(shell);
  if (!isHere) process.stderr.write(`SKIPPED, no ${shell} on this machine: completion in it\n`);

  test.runIf(isHere)("proposes what fits, of files too", async () => {
    const script = (await runCli(["completion", shell])).stdout;
    const wanted = {
      "plumbline pl": ["plan"],
      "plumbline plan --prun": ["--prune"],
      "plumbline plan --out validate --prun": ["--prune"],
      "plumbline plan --prune ": ["none", "owned", "scope"],
      "plumbline plan --prune=sc": ["scope"],
      "plumbline completion ": ["bash", "fish", "zsh"],
      "plumbline explain ": [...KINDS, "Project"].toSorted(),
      "plumbline get Style": ["Style"],
      "plumbline validate ": ["estate.yaml", "inner"],
      "plumbline plan --out=est": ["estate.yaml"],
      // The driver keeps matches from zsh, which then looks for any file.
      ...(shell === "zsh" ? {} : { "plumbline init ": ["inner"] }),
      "plumbline plan --url ": [],
    };
    const found = propose(shell, script, Object.keys(wanted));
    const words = [...found].map(([line, given]) => [
      line,
      given.map((word) => word.replace(/^--(?:prune|out)=|\/$/g, "")).toSorted(),
    ]);
    expect(Object.fromEntries(words)).toEqual(wanted);
  });
});
