/** `plumbline plan`. */
import type { CommandSpec } from "./command.ts";
import { all, paths, reports } from "./shared.ts";
import { parseDuration } from "./duration.ts";
import { cache, selection, server, targets, terms, type EstateFlags } from "./estate.ts";

/** Flags of `plan` and `apply`. */
export interface PlanFlags extends EstateFlags {
  readonly detailedExitcode?: boolean;
}

/** Flags of `plan`. */
export interface PlanOnlyFlags extends PlanFlags {
  readonly out?: string;
  /** Milliseconds until the plan file expires. */
  readonly expires?: number;
  /** Whether to search the whole server for affected objects. */
  readonly liveReach?: boolean;
}

/** The command. */
export const plan: CommandSpec = {
  about: "show what apply would do",
  takes: paths,
  flags: {
    ...reports,
    ...server,
    ...targets,
    ...terms,
    "--detailed-exitcode": "exit with 2 if there are changes, and with 3 if a guard stops them",
    ...all,
    "--live-reach":
      "also read all layers, groups and stores of the server, to list undeclared ones that a change affects",
    "--out <file>":
      "also write the plan to a file, for apply --plan; with several targets each has its own file, plan.TARGET.json for plan.json",
    "--expires <time>": {
      about: "how long the plan file is valid, such as 30m or 7d; 24h by default",
      parse: parseDuration,
    },
    ...selection,
    ...cache,
  },
  examples: [
    "plumbline plan manifests/ --url http://localhost:8600",
    "plumbline plan manifests/ --out plan.json --detailed-exitcode",
    "plumbline plan manifests/ --report plan.md --report plan.html",
  ],
};
