/** `plumbline diff`. */
import { InvalidArgumentError, type Command } from "commander";
import { refuse, type CommandSpec } from "./command.ts";
import { cache, server, type EstateFlags } from "./estate.ts";
import { output } from "./shared.ts";

/** Flags of `diff`. */
export interface DiffFlags extends EstateFlags {
  readonly patch?: boolean;
  /** Two targets, whose declarations or live objects are compared. */
  readonly targets?: readonly [string, string];
  /** Whether to compare with a server. */
  readonly live?: boolean;
}

/** The command. */
export const diff: CommandSpec = {
  about:
    "show what differs in meaning between two styles, mappings, archives or folders of manifests, offline, or with --live between servers; ends with 2 when something does",
  takes: {
    "[paths...]":
      "two files, folders or archives; with --targets or --live one folder of manifests",
  },
  flags: {
    "--patch": "also show what differs as a unified patch",
    "--targets <old,new>": {
      about:
        "compare what is declared for two targets of the project file; with --live what their servers hold",
      parse: parseTargets,
    },
    "--live": "compare what a server holds with what the folder declares; reads only",
    ...server,
    ...output,
    ...cache,
  },
  checks: [expectSides],
  examples: [
    "plumbline diff old.sld new.sld --patch",
    "plumbline diff boreholes/ boreholes.zip",
    "plumbline diff --targets test,production manifests/",
    "plumbline diff --live manifests/",
    "plumbline diff --targets test,production --live",
  ],
};

function parseTargets(text: string): readonly [string, string] {
  const [before = "", after = "", ...more] = text.split(",").map((name) => name.trim());
  if (before === "" || after === "" || more.length > 0)
    throw new InvalidArgumentError("It must be two names, such as test,production.");
  return [before, after];
}

function expectSides(command: Command): void {
  const { args: paths } = command;
  const { targets, live = false, patch = false } = command.opts<DiffFlags>();
  const end = (message: string) => refuse(command, message);
  if (!live && isGiven(command, "url")) end("--url is of servers, and goes with --live");
  expectNoSingleServer(command, targets);
  if (live && patch) end("--patch compares files, and --live has none to compare");
  if (live || targets !== undefined) {
    const flag = live ? "--live" : "--targets";
    if (paths.length > 1) end(`${flag} compares one folder of manifests`);
  } else if (paths.length !== 2) end("two paths are compared, or two targets");
}

/** Each target has its own server, so single-server flags are refused. */
function expectNoSingleServer(command: Command, targets: DiffFlags["targets"]): void {
  const [one] = targets === undefined ? [] : OF_ONE.filter((name) => isGiven(command, name));
  if (one !== undefined) refuse(command, `--${one} names one server, and --targets names two`);
}

const OF_ONE = ["target", "url"] as const;

function isGiven(command: Command, name: string): boolean {
  return command.getOptionValueSource(name) === "cli";
}
