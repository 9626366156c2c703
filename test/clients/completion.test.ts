/** Completion scripts, as the executable prints them, in the shells they are made for. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { shells, type Shell } from "../../src/cli/flags/completion.ts";
import { manifestKinds } from "../../src/reconciler/manifest/parse.ts";
import { runCli } from "../support/cli.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { PROGRAMS } from "../support/parts.ts";
import { root } from "../support/sources.ts";

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
    "here/estate.yaml": "",
    "here/inner/style.sld": "",
  });
  const driver = join(root, "test", "clients", `complete.${shell}`);
  const plain = shell === "zsh" ? ["-f"] : [];
  const output = execFileSync(shell, [...plain, driver, join(folder, "script"), ...lines], {
    cwd: join(folder, "here"),
    encoding: "utf8",
    timeout: 20_000,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, TERM: "dumb" },
  });
  const found = new Map(lines.map((line) => [line, [] as string[]]));
  for (const proposal of output.split("\n")) {
    const at = proposal.lastIndexOf("|");
    if (at >= 0) found.get(proposal.slice(0, at))?.push(proposal.slice(at + 1).trim());
  }
  return found;
}

/** Commands with what leads to them. */
function commandsIn(command: Command, path = "plumbline"): readonly (readonly [string, Command])[] {
  const inside = command.commands.flatMap((one) => commandsIn(one, `${path} ${one.name()}`));
  return [[path, command], ...inside];
}

describe.for(shells)("completion in %s", PROGRAMS, (shell) => {
  const isHere = hasShell(shell);
  if (!isHere) process.stderr.write(`SKIPPED, no ${shell} on this machine: completion in it\n`);

  let script = "";
  beforeAll(async () => {
    script = (await runCli(["completion", shell])).stdout;
  });

  test("every command and every flag is in the script", () => {
    for (const [path, command] of commandsIn(buildProgram(() => undefined)))
      for (const word of [command.name(), ...command.options.flatMap(({ long }) => long ?? [])])
        expect(script, path).toContain(shell === "fish" ? word.replace(/^--/, "") : word);
  });

  test.runIf(isHere)("every command and every flag is proposed", () => {
    const program = buildProgram(() => undefined);
    const commands = commandsIn(program);
    const above = commands.filter(([, command]) => command.commands.length > 0);
    const lines = [...above.map(([path]) => `${path} `), ...commands.map(([path]) => `${path} --`)];
    const found = propose(shell, script, lines);
    for (const [path, command] of above) {
      const names = command.commands.map((one) => one.name());
      expect(found.get(`${path} `)?.toSorted()).toEqual(expect.arrayContaining(names.toSorted()));
    }
    for (const [path, command] of commands) {
      const flags = [...command.options, ...program.options].flatMap(({ long }) => long ?? []);
      // Where a value follows, zsh proposes the sign between them too.
      const given = found.get(`${path} --`)?.map((flag) => flag.replace(/=$/, ""));
      expect(given, path).toEqual(expect.arrayContaining([...flags, "--help"]));
    }
  });

  test.runIf(isHere)("values are those that the flag or argument takes", () => {
    const found = propose(shell, script, [
      "plumbline pl",
      "plumbline plan --prune ",
      "plumbline plan --prune=sc",
      "plumbline plan --out validate --prun",
      "plumbline completion ",
      "plumbline explain ",
      "plumbline validate ",
    ]);
    const words = (line: string) =>
      (found.get(line) ?? []).map((word) => word.replace(/^--prune=|=$|\/$/g, "")).toSorted();
    expect(words("plumbline pl")).toEqual(["plan"]);
    expect(words("plumbline plan --prune ")).toEqual(["none", "owned", "scope"]);
    expect(words("plumbline plan --prune=sc")).toEqual(["scope"]);
    expect(words("plumbline plan --out validate --prun")).toEqual(["--prune"]);
    expect(words("plumbline completion ")).toEqual(["bash", "fish", "zsh"]);
    expect(words("plumbline explain ")).toEqual([...manifestKinds.keys(), "Project"].toSorted());
    expect(words("plumbline validate ")).toEqual(["estate.yaml", "inner"]);
  });
});
