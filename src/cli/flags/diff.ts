/** Names and flags of `plumbline diff`. */
import { InvalidArgumentError, type Command } from "commander";
import type { DiffFlags } from "../commands/diff.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `diff`. */
export const addDiff: AddCommand = (program, finish) => {
  const command = program
    .command("diff")
    .description(
      "tell what differs in meaning between two styles, mappings, archives or folders of manifests, offline; ends with 2 when something does",
    )
    .argument(
      "[paths...]",
      "two files, folders or archives; with --targets one folder of manifests",
    )
    .addOption(option("--patch", "also show what differs as a unified patch"))
    .addOption(
      option(
        "--targets <old,new>",
        "compare what is declared for two targets of the project file",
      ).argParser(parseTargets),
    )
    .addOption(outputOption());
  withExamples(
    command,
    "plumbline diff old.sld new.sld --patch",
    "plumbline diff boreholes/ boreholes.zip",
    "plumbline diff --targets test,production manifests/",
  ).action(async (paths: string[], flags: DiffFlags, own: Command) => {
    expectSides(paths, flags, own);
    finish(await (await import("../commands/diff.ts")).runDiff(paths, flags));
  });
};

function parseTargets(text: string): readonly [string, string] {
  const [before = "", after = "", ...more] = text.split(",").map((name) => name.trim());
  if (before === "" || after === "" || more.length > 0)
    throw new InvalidArgumentError("It must be two names, such as test,production.");
  return [before, after];
}

function expectSides(paths: readonly string[], { targets }: DiffFlags, command: Command): void {
  const { usage: exitCode } = exitCodes;
  if (targets === undefined && paths.length !== 2)
    command.error("error: two paths are compared, or two targets", { exitCode });
  if (targets !== undefined && paths.length > 1)
    command.error("error: --targets compares one folder of manifests", { exitCode });
}
