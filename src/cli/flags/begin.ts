/** The commands to begin with, and those about Plumbline itself. */
import { type Command, InvalidArgumentError } from "commander";
import { parseAddress } from "../../model/address.ts";
import { upgradeLines } from "../../model/server-line.ts";
import { type CommandSpec, type FlagsOf, refuse } from "./command.ts";
import { cache, server } from "./estate.ts";
import { fromFlag, many, output, paths } from "./shared.ts";

function parseAccepted(text: string): string {
  if (parseAddress(text) !== undefined) return text;
  throw new InvalidArgumentError("It must be Kind/name or Kind/workspace:name.");
}

/** An import writes many objects to a folder, or one to its manifest. */
function refuseMixed(command: Command): void {
  const { out, accept, from } = command.opts<ImportFlags>();
  if (out === undefined && accept === undefined)
    refuse(command, "name a folder with --out, or an object with --accept");
  if (out !== undefined && accept !== undefined)
    refuse(command, "--out and --accept do not go together");
  if (accept !== undefined && from !== undefined)
    refuse(command, "--accept takes from the server, not --from a data directory");
}

function refuseFromAlone(command: Command): void {
  const { for: line, from } = command.opts<DoctorFlags>();
  if (from !== undefined && line === undefined) refuse(command, "--from goes with --for");
}

export const shells = ["bash", "zsh", "fish"] as const;

/** A supported shell. */
export type Shell = (typeof shells)[number];

/** The commands to begin with. */
export const beginning = {
  init: {
    about: "create the first files of an estate; existing files are kept",
    takes: { "[folder]": { about: "where to write them; created if missing", usual: "." } },
    flags: {
      ...output,
      "--estate <name>": "name of the estate; by default the name of the folder",
      "--url <address>": "address of the map server",
      "--prune <what>": {
        about: "what to do with objects that are no longer declared",
        choices: ["none", "owned"],
        usual: "none",
      },
      "--ci <name>": { about: "also write a CI pipeline", choices: ["github", "gitlab"] },
      "--no-samples": "do not write a sample workspace and style",
      "--yes": "do not ask questions",
    },
    examples: [
      "plumbline init",
      "plumbline init maps --url https://maps.example.org/geoserver --ci github --yes",
    ],
  },
  imports: {
    about:
      "write manifests for the objects of a server or a GeoServer data directory, or accept one change",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--out <folder>": "the folder to write to; created if missing",
      ...fromFlag("not the server", { variable: "PLUMBLINE_FROM" }),
      "--workspace <name>": many("only this workspace; repeatable"),
      "--only <pattern>": many(
        "only objects whose address matches; * matches any text, as in 'Style/*'; repeatable",
      ),
      "--overwrite": "overwrite existing files that differ",
      "--observe-incomplete":
        "set lifecycle: observe for objects that manifests cannot fully describe: they are compared, never written",
      "--accept <address>": {
        about: "update the manifest of one object that was changed on the server",
        parse: parseAccepted,
      },
      ...cache,
    },
    checks: [refuseMixed],
    examples: [
      "plumbline import --out manifests/ --url http://localhost:8080/geoserver",
      "plumbline import --from /var/lib/geoserver_data --out manifests/",
      "plumbline import --accept Style/roads:motorway manifests/",
    ],
  },
  doctor: {
    about: "check whether commands can work here: server, account, rights, clock, state; read only",
    takes: paths,
    flags: {
      ...output,
      ...server,
      "--for <line>": {
        about:
          "instead find what a GeoServer line drops or changes: in the manifests, on the server with --url, or in a data directory with --from",
        choices: upgradeLines,
      },
      ...fromFlag("for --for"),
      ...cache,
    },
    checks: [refuseFromAlone],
    examples: [
      "plumbline doctor manifests/",
      "plumbline doctor -o json",
      "plumbline doctor --for 3.0 --from /var/lib/geoserver_data",
    ],
  },
  explain: {
    about: "describe a kind or a field of its manifests, offline; without a topic, list the kinds",
    takes: { "[topic]": "a kind or Project, optionally with a field: Style.source" },
    flags: { ...output, "--recursive": "show the fields of all levels" },
    examples: [
      "plumbline explain",
      "plumbline explain Style --recursive",
      "plumbline explain ImageMosaic.granules.policy",
      "plumbline explain Project.prune -o json",
    ],
  },
  completion: {
    about: "print a shell script that completes commands, flags and values",
    takes: { "<shell>": { about: "the shell", choices: shells } },
    flags: {},
    examples: [
      "source <(plumbline completion bash)",
      "source <(plumbline completion zsh)",
      "plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
    ],
  },
  schema: {
    about:
      "print the JSON Schema of a kind, of any manifest, of the project file, or of command output: plan, report",
    takes: {
      "[kind]": {
        about: "a kind, manifest, project, patch, plan or report",
        usual: "manifest",
      },
    },
    flags: {},
    examples: ["plumbline schema Style", "plumbline schema plan"],
  },
  version: {
    about: "print the version",
    flags: output,
    examples: ["plumbline version -o json"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Flags of `init`. */
export type InitFlags = FlagsOf<typeof beginning.init.flags>;

/** Flags of `import`. */
export type ImportFlags = FlagsOf<typeof beginning.imports.flags>;

/** Flags of `doctor`. */
export type DoctorFlags = FlagsOf<typeof beginning.doctor.flags>;

/** Flags of `explain`. */
export type ExplainFlags = FlagsOf<typeof beginning.explain.flags>;
