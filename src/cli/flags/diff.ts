/** Names and flags of `plumbline diff`. */
import { InvalidArgumentError, type Command } from "commander";
import { exitCodes } from "../process/exit-codes.ts";
import { option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `diff`. */
export interface DiffFlags {
  readonly output: "text" | "json";
  readonly patch?: boolean;
  /** Two targets of the project file, to compare what is declared for them. */
  readonly targets?: readonly [string, string];
}

/** Adds `diff`. */
export const addDiff: AddCommand = (program) => {
  const command = program
    .command("diff")
    .description(
      "show what differs in meaning between two styles, mappings, archives or folders of manifests, offline; ends with 2 when something does",
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
  command.hook("preAction", expectSides);
  return withExamples(
    command,
    "plumbline diff old.sld new.sld --patch",
    "plumbline diff boreholes/ boreholes.zip",
    "plumbline diff --targets test,production manifests/",
  );
};

function parseTargets(text: string): readonly [string, string] {
  const [before = "", after = "", ...more] = text.split(",").map((name) => name.trim());
  if (before === "" || after === "" || more.length > 0)
    throw new InvalidArgumentError("It must be two names, such as test,production.");
  return [before, after];
}

function expectSides(command: Command): void {
  const { args: paths } = command;
  const { targets } = command.opts<DiffFlags>();
  const { usage: exitCode } = exitCodes;
  if (targets === undefined && paths.length !== 2)
    command.error("error: two paths are compared, or two targets", { exitCode });
  if (targets !== undefined && paths.length > 1)
    command.error("error: --targets compares one folder of manifests", { exitCode });
}
