/** The commands that show what manifests say, what a server holds, and what runs did. */
import { type Command, InvalidArgumentError } from "commander";
import type { OutputOptions } from "../process/forms.ts";
import { type CommandSpec, refuse } from "./command.ts";
import {
  allTargets,
  cache,
  type EstateFlags,
  files,
  selection,
  server,
  target,
  targets,
} from "./estate.ts";
import {
  all,
  DEFAULT_PATHS,
  many,
  output,
  outputFlag,
  parseNumber,
  paths,
  reports,
} from "./shared.ts";

/** Flags of `validate`. */
export interface ValidateFlags extends EstateFlags, OutputOptions {
  readonly strict?: boolean;
}

/** Flags of `fmt`. */
export interface FmtFlags {
  /** Only lists unformatted files. */
  readonly check?: boolean;
  /** Only shows the changes. */
  readonly diff?: boolean;
}

/** Flags of `get`. */
export interface GetFlags extends EstateFlags {
  readonly output: "text" | "json" | "yaml";
  readonly file?: readonly string[];
}

const graphForms = ["text", "dot", "mermaid", "json"] as const;

/** Flags of `graph`. */
export interface GraphFlags extends EstateFlags {
  readonly output: (typeof graphForms)[number];
  readonly live?: boolean;
  /** An address; shows only its dependents. */
  readonly of?: string;
}

/** Flags of `history`. */
export interface HistoryFlags extends EstateFlags {
  readonly limit: number;
}

/** The commands that show without changing anything. */
export const inspecting = {
  diff: {
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
  },
  style: {
    about:
      "translate a CSS style into SLD 1.0, as the catalog server does; or draw what each rule of a style draws, as SVG, with two styles the one beside the other",
    takes: {
      "<verb>": { about: "what to do", choices: ["translate", "draw"] },
      "<files...>":
        "translate: a CSS style; draw: an SLD or CSS style, a folder or archive with one and its images, or two of these; - is stdin",
    },
    flags: { "--out <file>": "draw to this file instead of stdout", ...output },
    checks: [expectFiles],
    examples: [
      "plumbline style translate roads.css",
      "plumbline style translate roads.css > roads.sld",
      "plumbline style translate - -o json < roads.css",
      "plumbline style draw roads.sld --out roads.svg",
      "plumbline style draw before/roads.sld roads.sld --out roads.svg",
    ],
  },
  validate: {
    about:
      "check manifests and the files they name, without a server, for each target that changes them",
    takes: paths,
    flags: {
      ...reports,
      ...target,
      "--strict": "end with 1 where there are warnings, not only for errors",
      ...allTargets,
      ...files,
      ...cache,
    },
    examples: [
      "plumbline validate manifests/",
      "plumbline validate manifests/ --strict",
      "plumbline validate manifests/ --target production",
      "plumbline validate manifests/ -o sarif",
    ],
  },
  fmt: {
    about: "write manifests in their canonical form: order of fields and layout, comments kept",
    takes: paths,
    flags: {
      ...output,
      "--check": "write nothing; end with 2 when a file is not in canonical form",
      "--diff": "as --check, and show what would change",
    },
    examples: ["plumbline fmt manifests/", "plumbline fmt --check", "plumbline fmt --diff"],
  },
  render: {
    about: "print manifests with overlays and variables in place; secrets stay references",
    takes: paths,
    flags: { ...output, ...target, ...selection, ...cache },
    examples: [
      "plumbline render manifests/ --target production",
      "plumbline render --overlay production --var host=maps.example.org",
    ],
  },
  drift: {
    about: "show what changed on the server since the last apply; ends with 2 when something did",
    takes: paths,
    flags: { ...reports, ...server, ...targets, ...selection, ...cache },
    examples: ["plumbline drift manifests/", "plumbline drift manifests/ --report drift.md"],
  },
  status: {
    about:
      "show how each declared or owned object stands: in step, different, missing, drifted; and who owns it",
    takes: paths,
    flags: { ...output, ...server, ...targets, ...selection, ...cache },
    examples: [
      "plumbline status manifests/",
      `plumbline status -o json | jq '.objects[] | select(.state != "in-step")'`,
    ],
  },
  get: {
    about:
      "list what the server's catalog holds, who owns it and whether it is declared; with -o yaml as the manifests that would declare it",
    takes: {
      "[patterns...]":
        "which objects: a kind, Kind/name or Kind/workspace:name, with * for any letters; all when left out",
    },
    flags: {
      ...outputFlag("text", "json", "yaml"),
      ...server,
      "-f, --file <path>": many(
        `manifests that may declare them; may be given again; ${DEFAULT_PATHS.join(", ")} when left out`,
      ),
      ...cache,
    },
    examples: [
      "plumbline get",
      "plumbline get Style 'Layer/roads:*'",
      "plumbline get 'Style/rivers' -o yaml",
    ],
  },
  graph: {
    about: "show what depends on what: below each object what uses it",
    takes: paths,
    flags: {
      ...outputFlag(...graphForms),
      ...server,
      "--live": "of the server's catalog instead of the manifests",
      "--of <address>": "only what depends on this object, such as Style/rivers",
      ...cache,
    },
    examples: [
      "plumbline graph manifests/",
      "plumbline graph --live --of Style/rivers",
      "plumbline graph -o dot | dot -Tsvg -o estate.svg",
    ],
  },
  show: {
    about: "print a saved plan or a saved report in any form",
    takes: {
      "<file>":
        "what plan --out, a .json report, -o json or the lines of an apply were saved to; - is stdin",
    },
    flags: { ...reports, ...all },
    examples: [
      "plumbline show plan.json",
      "plumbline show plan.json -o markdown",
      "plumbline show run.ndjson --report run.junit.xml",
    ],
  },
  history: {
    about: "list the runs of the estate, or show one of them whole",
    takes: { "[run]": "a run by its id or the first characters of it, or last" },
    flags: {
      ...output,
      ...server,
      "--limit <number>": {
        about: "how many runs to list, newest first",
        parse: parseNumber(1, 200),
        usual: 20,
      },
    },
    examples: ["plumbline history", "plumbline history last -o json"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Flags of `diff`. */
export interface DiffFlags extends EstateFlags {
  readonly patch?: boolean;
  /** Two targets, whose declarations or live objects are compared. */
  readonly targets?: readonly [string, string];
  /** Whether to compare with a server. */
  readonly live?: boolean;
}

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

/** Flags of `style`. */
export interface StyleFlags {
  readonly out?: string;
}

function expectFiles(command: Command): void {
  const [verb, ...files] = command.args;
  if (verb === "translate" && files.length > 1)
    refuse(command, "one style is translated at a time");
  if (files.length > 2) refuse(command, "one style is drawn, or two");
  // An environment variable is tolerated: it may be meant for another command.
  if (verb === "translate" && command.getOptionValueSource("out") === "cli")
    refuse(command, "--out is for style draw");
}
