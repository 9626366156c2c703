/** Flags of `plumbline watch`. */
import type { DriftPolicy } from "../../reconciler/watch/drift.ts";
import { parseDuration } from "./duration.ts";
import { estateCommand, withCache, withServer, withTerms, type EstateFlags } from "./estate.ts";
import {
  option,
  parallelWritesOption,
  settleOption,
  parseEndpointAddress,
  withExamples,
  type AddCommand,
} from "./option.ts";

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

/** Adds `watch`. */
export const addWatch: AddCommand = (program) => {
  const description =
    "keep the catalog what the manifests say, until it is stopped; what a guard stops waits for approve";
  const command = withTerms(withServer(estateCommand(program, "watch", description)))
    .addOption(
      option(
        "--poll <time>",
        "how often the server is asked whether anything changed; 15s when left out",
      ).argParser(parseDuration),
    )
    .addOption(
      option(
        "--resync <time>",
        "how often everything is compared whatever was heard; 5m when left out",
      ).argParser(parseDuration),
    )
    .addOption(
      option(
        "--debounce <time>",
        "how long nothing may change in the folder before it is applied; 300ms when left out",
      ).argParser(parseDuration),
    )
    .addOption(
      option(
        "--drift <policy>",
        "what becomes of what others change on the server; report when left out",
      ).choices(["report", "correct", "ignore"]),
    )
    .addOption(parallelWritesOption())
    .addOption(settleOption())
    .addOption(option("--git <address>", "follow a branch of a repository instead of a folder"))
    .addOption(option("--branch <name>", "the branch to follow").default("main"))
    .addOption(option("--path <folder>", "folder of the manifests inside the repository"))
    .addOption(
      option(
        "--git-interval <time>",
        "how often the repository is asked for a new commit; 1m when left out",
      ).argParser(parseDuration),
    )
    .addOption(
      option(
        "--endpoints <address>",
        "answer /livez, /readyz, /metrics, /status.json, POST /reconcile and a console at /console/ there, such as 127.0.0.1:9600",
      ).argParser(parseEndpointAddress),
    )
    .addOption(
      option(
        "--endpoints-token-file <file>",
        "file with the token that /status.json, /reconcile and the console ask for; without it /status.json and /reconcile answer this machine only",
      ),
    )
    .addOption(
      option(
        "--allow-exec",
        "with --git: run commands for secrets where the project file of the branch says allowExec",
      ),
    )
    .addOption(
      option("--log-format <format>", "form of the events on stderr")
        .choices(["text", "json"])
        .default("text"),
    );
  withCache(command);
  return withExamples(
    command,
    "plumbline watch manifests/ --prune=owned",
    "plumbline watch manifests/ --drift correct --poll 5s --endpoints 127.0.0.1:9600",
    "plumbline watch --git https://git.example.org/maps.git --branch main --path manifests",
  );
};
