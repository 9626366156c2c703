/** `plumbline watch`. */
import type { CommandSpec, FlagsOf } from "./command.ts";
import { cache, server, terms } from "./estate.ts";
import { output, parseDuration, parseEndpointAddress, paths, writing } from "./shared.ts";

/** The command. */
export const watch = {
  about:
    "keep the catalog in line with the manifests until stopped; plans that a guard stops wait for approve",
  takes: paths,
  flags: {
    ...output,
    ...server,
    ...terms,
    "--poll <time>": {
      about: "how often to ask the server for changes; 15s by default",
      parse: parseDuration,
    },
    "--resync <time>": {
      about: "how often to compare everything anyway; 5m by default",
      parse: parseDuration,
    },
    "--debounce <time>": {
      about: "how long the folder must be unchanged, to be applied; 300ms by default",
      parse: parseDuration,
    },
    "--drift <policy>": {
      about: "what to do with changes of others on the server; report by default",
      choices: ["report", "correct", "ignore"],
    },
    ...writing,
    "--git <address>": "follow a branch of a Git repository, instead of a folder",
    "--branch <name>": { about: "the branch to follow", usual: "main" },
    "--path <folder>": "manifest folder in the repository",
    "--git-interval <time>": {
      about: "how often to fetch the branch; 1m by default",
      parse: parseDuration,
    },
    "--endpoints <address>": {
      about:
        "serve /livez, /readyz, /metrics, /status.json, POST /reconcile and a console at /console/ on this address, such as 127.0.0.1:9600",
      parse: parseEndpointAddress,
    },
    "--endpoints-token-file <file>":
      "file with the token for /status.json, /reconcile and the console; without it /status.json and /reconcile are available on this machine only",
    "--allow-exec":
      "with --git: allow the branch's project file to run commands for secrets (allowExec)",
    "--log-format <format>": {
      about: "format of the events on stderr",
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
} as const satisfies CommandSpec;

/** Flags of `watch`. */
export type WatchFlags = FlagsOf<typeof watch.flags>;
