/** `plumbline watch`. */
import type { DriftPolicy } from "../../reconciler/watch/drift.ts";
import type { CommandSpec } from "./command.ts";
import { cache, server, terms, type EstateFlags } from "./estate.ts";
import { output, parseDuration, parseEndpointAddress, paths, writing } from "./shared.ts";

/** Timing and drift flags; times are milliseconds. */
export interface PassFlags {
  readonly poll?: number;
  readonly resync?: number;
  readonly debounce?: number;
  readonly gitInterval?: number;
  readonly drift?: DriftPolicy;
  /** URL of the Git repository. */
  readonly git?: string;
}

/** Git flags. */
export interface SourceFlags {
  readonly git?: string;
  readonly branch: string;
  readonly path?: string;
}

/** Endpoint flags. */
export interface EndpointFlags {
  readonly endpoints?: { readonly host: string; readonly port: number };
  readonly endpointsTokenFile?: string;
}

/** Formats of the event output. */
export interface ReportForm {
  readonly output: "text" | "json";
  readonly logFormat: "text" | "json";
}

/** Flags of `watch`. */
export interface WatchFlags extends EstateFlags, PassFlags, SourceFlags, EndpointFlags, ReportForm {
  // Declared in both base types.
  readonly git?: string;
  /** Whether the project file of a branch may run commands. */
  readonly allowExec?: boolean;
}

/** The command. */
export const watch: CommandSpec = {
  about:
    "keep the catalog what the manifests say, until it is stopped; what a guard stops waits for approve",
  takes: paths,
  flags: {
    ...output,
    ...server,
    ...terms,
    "--poll <time>": {
      about: "how often the server is asked whether anything changed; 15s when left out",
      parse: parseDuration,
    },
    "--resync <time>": {
      about: "how often everything is compared whatever was heard; 5m when left out",
      parse: parseDuration,
    },
    "--debounce <time>": {
      about: "how long nothing may change in the folder before it is applied; 300ms when left out",
      parse: parseDuration,
    },
    "--drift <policy>": {
      about: "what becomes of what others change on the server; report when left out",
      choices: ["report", "correct", "ignore"],
    },
    ...writing,
    "--git <address>": "follow a branch of a repository instead of a folder",
    "--branch <name>": { about: "the branch to follow", usual: "main" },
    "--path <folder>": "folder of the manifests inside the repository",
    "--git-interval <time>": {
      about: "how often the repository is asked for a new commit; 1m when left out",
      parse: parseDuration,
    },
    "--endpoints <address>": {
      about:
        "answer /livez, /readyz, /metrics, /status.json, POST /reconcile and a console at /console/ there, such as 127.0.0.1:9600",
      parse: parseEndpointAddress,
    },
    "--endpoints-token-file <file>":
      "file with the token that /status.json, /reconcile and the console ask for; without it /status.json and /reconcile answer this machine only",
    "--allow-exec":
      "with --git: run commands for secrets where the project file of the branch says allowExec",
    "--log-format <format>": {
      about: "form of the events on stderr",
      choices: ["text", "json"],
      usual: "text",
    },
    ...cache,
  },
  examples: [
    "plumbline watch manifests/ --prune=owned",
    "plumbline watch manifests/ --drift correct --poll 5s --endpoints 127.0.0.1:9600",
    "plumbline watch --git https://git.example.org/maps.git --branch main --path manifests",
  ],
};
