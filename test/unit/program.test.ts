/** The command line as a whole: every flag is a variable too, every help shows what to type. */
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";

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
      expect(bare.map(({ flags }) => flags)).toEqual([]);
      expect(helpOf(command)).toMatch(
        new RegExp(`\nExamples?:\n {2}(?:.*\\W)?plumbline ${name}\\b`),
      );
    },
  );

  const all = program.commands.map((command) => command.name());
  test.for(all.filter((name) => name !== "completion"))(
    "%s is there alone when it is what is called",
    (name) => {
      const { commands } = buildProgram(() => undefined, name);
      expect(commands.map((command) => command.name())).toEqual([name]);
    },
  );

  test("all are there when something else is called, or what tells of all", () => {
    for (const name of [undefined, "--help", "help", "plam", "toString", "completion"])
      expect(buildProgram(() => undefined, name).commands).toHaveLength(program.commands.length);
  });

  test("global flags too", () => {
    const named = program.options.filter(({ long }) => long !== "--version");
    expect(
      named.map(({ long, envVar }) => envVar === `PLUMBLINE_${variableOf(long)}`),
    ).not.toContain(false);
  });
});

function variableOf(long: string | undefined): string {
  return (long ?? "").slice(2).replaceAll("-", "_").toUpperCase();
}
