/** The command line as a whole: every flag but two is a variable too, every help shows what to type. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { runHere } from "../support/commands/run-here.ts";
import { root } from "../support/project/sources.ts";

const program = buildProgram(() => undefined);

/** What the help of a command prints, with what is added behind it. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

describe("every command", () => {
  test.for(program.commands.map((command) => [command.name(), command] as const))(
    "%s",
    ([name, command]) => {
      const bare = command.options.filter(
        ({ long, envVar }) => !new RegExp(`^PLUMBLINE_${variableOf(long)}S?$`).test(envVar ?? ""),
      );
      // A variable that is meant for imports must not choose what is served or looked at.
      const own = ["doctor", "serve"].includes(name) ? ["--from <path>"] : [];
      expect(bare.map(({ flags }) => flags)).toEqual(own);
      expect(helpOf(command)).toMatch(
        new RegExp(`\nExamples?:\n {2}(?:.*\\W)?plumbline ${name}\\b`),
      );
    },
  );

  const all = program.commands.map((command) => command.name());
  test.for(all)("%s is there alone when it is what is called", (name) => {
    const { commands } = buildProgram(() => undefined, name);
    expect(commands.map((command) => command.name())).toEqual([name]);
  });

  test("all are there when something else is called, or help", () => {
    for (const name of [undefined, "--help", "help", "plam", "toString", "__complete"])
      expect(buildProgram(() => undefined, name).commands).toHaveLength(program.commands.length);
  });

  test("stands in one of five groups, with one short line", () => {
    const help = helpOf(program);
    const groups = [...help.matchAll(/^(\S.*):\n((?: {2,}.*\n)+)/gm)].slice(1);
    expect(groups.map(([, title]) => title)).toEqual([
      "Begin",
      "Look, without changing anything on the server",
      "Change the server",
      "Run until stopped",
      "Look after the server's data folder",
    ]);
    const listed = groups.flatMap(([, , lines = ""]) =>
      [...lines.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name),
    );
    const names = [...program.commands.map((command) => command.name()), "help"];
    expect(new Set(listed)).toEqual(new Set(names));
    expect(groups.find(([, title]) => title === "Change the server")?.[2]).toContain("  apply ");
  });

  test("global flags too", () => {
    const named = program.options.filter(({ long }) => long !== "--version");
    expect(
      named.map(({ long, envVar }) => envVar === `PLUMBLINE_${variableOf(long)}`),
    ).not.toContain(false);
  });
});

describe("what is typed by mistake", () => {
  test("nothing: what to begin with, and where the rest is", async () => {
    const ran = await runHere([]);
    expect(ran).toMatchObject({ code: 64, stdout: "" });
    expect(ran.stderr).toMatch(
      /plumbline init [\s\S]*plumbline plan [\s\S]*plumbline --help lists all/,
    );
    expect(ran.stderr.split("\n").length).toBeLessThan(12);
    expect(await runHere(["help"])).toMatchObject({ code: 0 });
    expect((await runHere(["help", "plan"])).stdout).toContain("show what apply would do");
  });

  test.for([
    [["apply", "-y"], "It is called --yes."],
    [["destroy", "--auto-approve"], "--confirm NAME"],
    [["plan", "-y"], "Nothing is asked here"],
    [["apply", "--dry-run"], "plumbline plan shows what apply would do"],
    [["apply", "--dry-run=server"], "plumbline rehearse tries it"],
    [["plan", "-auto-approve"], "Nothing is asked here"],
    [["rollback"], "check out the commit that plumbline history names"],
    [["lint"], "plumbline validate"],
    [["plam"], "(Did you mean plan?)"],
    [["plan", "--detailed-exitcodes"], "(Did you mean --detailed-exitcode?)"],
  ] as const)("%j", async ([args, text]) => {
    const ran = await runHere(args);
    expect(ran).toMatchObject({ code: 64, stdout: "" });
    expect(ran.stderr).toMatch(/^error: unknown /);
    expect(ran.stderr).toContain(text);
  });
});

test.for([
  ["run-command.ts", ["version"]],
  ["flags/serve.ts", ["serve", "--help"]],
  ["commands/serve.ts", ["serve", "--data", "/dev/null/data"]],
  ["program/complete.ts", ["__complete", "pl"]],
] as const)("of the sources, %s is loaded without a kind", ([file, args]) => {
  const telling = `data:text/javascript,import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) });`;
  const main = join(root, "src/cli/main.ts");
  const child = spawnSync(process.execPath, ["--import", telling, main, ...args]);
  const modules = child.stderr.toString().split("\n");
  expect(modules.filter((url) => url.endsWith(`/src/cli/${file}`))).toHaveLength(1);
  expect(modules.filter((url) => url.includes("/src/reconciler/kinds/"))).toEqual([]);
});

function variableOf(long: string | undefined): string {
  return (long ?? "").slice(2).replaceAll("-", "_").toUpperCase();
}
