/** The commands that show what manifests say, what a server holds, and what runs did. */
import { type Command, InvalidArgumentError } from "commander";
import { type CommandSpec, type Flags, type FlagsOf, refuse } from "./command.ts";
import { allTargets, cache, files, selection, server, target, targets } from "./estate.ts";
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

const declaredBy = {
  "-f, --file <path>": many(
    `manifests that may declare them; repeatable; ${DEFAULT_PATHS.join(", ")} by default`,
  ),
} as const satisfies Flags;

/** The commands that show without changing anything. */
export const inspecting = {
  diff: {
    about:
      "show semantic differences between two styles, mappings, archives or manifest folders, offline; with --live between servers; exits with 2 if there are any",
    takes: {
      "[paths...]": "two files, folders or archives; with --targets or --live one manifest folder",
    },
    flags: {
      "--patch": "also show the differences as a unified patch",
      "--targets <old,new>": {
        about:
          "compare the declarations of two targets of the project file; with --live their servers",
        parse: parseTargets,
      },
      "--live": "compare a server with the manifests of the folder; read only",
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
      "translate a CSS style to SLD 1.0, as the catalog server does; or draw a sample of each rule of a style as SVG, or of two styles side by side",
    takes: {
      "<verb>": { about: "what to do", choices: ["translate", "draw"] },
      "<files...>":
        "translate: a CSS style; draw: an SLD or CSS style, a folder or archive with one and its images, or two of these; - is standard input",
    },
    flags: { "--out <file>": "write to this file instead of standard output", ...output },
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
    about: "check manifests and their files offline, for each target that changes them",
    takes: paths,
    flags: {
      ...reports,
      ...target,
      "--strict": "exit with 1 for warnings too",
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
    about: "rewrite manifests in canonical form: field order and layout; comments are kept",
    takes: paths,
    flags: {
      ...output,
      "--check": "write nothing; exit with 2 if a file is not in canonical form",
      "--diff": "like --check, and show the changes",
    },
    examples: ["plumbline fmt manifests/", "plumbline fmt --check", "plumbline fmt --diff"],
  },
  render: {
    about: "print manifests with overlays and variables applied; secrets stay references",
    takes: paths,
    flags: { ...output, ...target, ...selection, ...cache },
    examples: [
      "plumbline render manifests/ --target production",
      "plumbline render --overlay production --var host=maps.example.org",
    ],
  },
  drift: {
    about: "show what changed on the server since the last apply; exits with 2 if something did",
    takes: paths,
    flags: { ...reports, ...server, ...targets, ...selection, ...cache },
    examples: ["plumbline drift manifests/", "plumbline drift manifests/ --report drift.md"],
  },
  verify: {
    about:
      "request maps, features and tiles of what is declared, and show what map users do not get",
    takes: paths,
    flags: {
      ...reports,
      ...server,
      ...targets,
      "--strict": "exit with 1 if something could not be judged",
      ...all,
      ...selection,
      ...cache,
    },
    examples: [
      "plumbline verify manifests/ --url http://localhost:8080/geoserver",
      "plumbline verify manifests/ --only 'Layer/roads:*' --report health.junit.xml",
    ],
  },
  status: {
    about:
      "show the state of each declared or owned object: in sync, different, missing or drifted, and its owner",
    takes: paths,
    flags: { ...output, ...server, ...targets, ...selection, ...cache },
    examples: [
      "plumbline status manifests/",
      `plumbline status -o json | jq '.objects[] | select(.state != "in-step")'`,
    ],
  },
  get: {
    about:
      "list the objects of the server's catalog, their owners and whether they are declared; with -o yaml as manifests",
    takes: {
      "[patterns...]":
        "objects to list: a kind, Kind/name or Kind/workspace:name; * matches any text; all by default. A kind may be in any case, in the plural or short, and names may follow it, as in 'get styles rivers'",
    },
    flags: {
      ...outputFlag("text", "wide", "name", "yaml", "json"),
      ...server,
      "--files <folder>":
        "with -o yaml: write the manifests and the files that they name to this folder, as import does",
      "--overwrite": "with --files: overwrite existing files that differ",
      ...declaredBy,
      ...cache,
    },
    checks: [expectYaml],
    examples: [
      "plumbline get",
      "plumbline get styles 'Layer/roads:*' -o wide",
      "plumbline get style rivers -o yaml",
      "plumbline get styles -o yaml --files styles/",
    ],
  },
  describe: {
    about:
      "show everything about one object of the server: its manifest, facts, owner, what uses it, and the runs that changed it",
    takes: {
      "<object...>": "its address, Kind/name or Kind/workspace:name; or a kind and a name",
    },
    flags: { ...output, ...server, ...declaredBy, ...cache },
    checks: [expectOneObject],
    examples: ["plumbline describe Style/rivers", "plumbline describe layer roads:ways -o json"],
  },
  graph: {
    about: "show dependencies: below each object its dependents",
    takes: paths,
    flags: {
      ...outputFlag("text", "dot", "mermaid", "json"),
      ...server,
      "--live": "read the server's catalog instead of the manifests",
      "--of <address>": "only dependents of this object, such as Style/rivers",
      ...cache,
    },
    examples: [
      "plumbline graph manifests/",
      "plumbline graph --live --of Style/rivers",
      "plumbline graph -o dot | dot -Tsvg -o estate.svg",
    ],
  },
  show: {
    about: "print a saved plan or report in any format",
    takes: {
      "<file>":
        "a file from plan --out, a .json report, -o json output or saved events of an apply; - is standard input",
    },
    flags: { ...reports, ...all },
    examples: [
      "plumbline show plan.json",
      "plumbline show plan.json -o markdown",
      "plumbline show run.ndjson --report run.junit.xml",
    ],
  },
  history: {
    about: "list the runs of the estate, or show one in full",
    takes: { "[run]": "a run by its id, the first characters of it, or last" },
    flags: {
      ...output,
      ...server,
      "--limit <number>": {
        about: "number of runs to list, newest first",
        parse: parseNumber(1, 200),
        usual: 20,
      },
    },
    examples: ["plumbline history", "plumbline history last -o json"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Flags of `validate`. */
export type ValidateFlags = FlagsOf<typeof inspecting.validate.flags>;

/** Flags of `fmt`. */
export type FmtFlags = FlagsOf<typeof inspecting.fmt.flags>;

/** Flags of `describe`. */
export type DescribeFlags = FlagsOf<typeof inspecting.describe.flags>;

/** Flags of `verify`. */
export type VerifyFlags = FlagsOf<typeof inspecting.verify.flags>;

/** Flags of `get`. */
export type GetFlags = FlagsOf<typeof inspecting.get.flags>;

/** Flags of `graph`. */
export type GraphFlags = FlagsOf<typeof inspecting.graph.flags>;

/** Flags of `history`. */
export type HistoryFlags = FlagsOf<typeof inspecting.history.flags>;

/** Flags of `diff`. */
export type DiffFlags = FlagsOf<typeof inspecting.diff.flags>;

/** Flags of `style`. */
export type StyleFlags = FlagsOf<typeof inspecting.style.flags>;

function expectYaml(command: Command): void {
  const { output: form, files: folder, overwrite } = command.opts<GetFlags>();
  if (folder !== undefined && form !== "yaml") refuse(command, "--files goes with -o yaml");
  if (overwrite === true && folder === undefined) refuse(command, "--overwrite goes with --files");
}

function expectOneObject(command: Command): void {
  const [first = "", ...rest] = command.args;
  if (rest.length > 1 || (rest.length === 1) === first.includes("/"))
    refuse(command, "name one object: Kind/name, or a kind and a name");
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

function expectFiles(command: Command): void {
  const [verb, ...files] = command.args;
  if (verb === "translate" && files.length > 1)
    refuse(command, "one style is translated at a time");
  if (files.length > 2) refuse(command, "one style is drawn, or two");
  // An environment variable is tolerated: it may be meant for another command.
  if (verb === "translate" && command.getOptionValueSource("out") === "cli")
    refuse(command, "--out is for style draw");
}
