/** Flags of `plumbline plan`. */
import { parseDuration } from "./duration.ts";
import {
  runCommand,
  withCache,
  withSelection,
  withServer,
  withTargets,
  withTerms,
  type EstateFlags,
} from "./estate.ts";
import { allOption, option, withExamples, type AddCommand } from "./option.ts";

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

/** Adds `plan`. */
export const addPlan: AddCommand = (program) => {
  const command = withTerms(
    withTargets(withServer(runCommand(program, "plan", "show what apply would do"))),
  )
    .addOption(
      option(
        "--detailed-exitcode",
        "end with 2 when there is something to do, and with 3 when something stops it",
      ),
    )
    .addOption(allOption())
    .addOption(
      option(
        "--live-reach",
        "read the layers, groups and stores of the whole server, to name those that show a change and are not declared",
      ),
    )
    .addOption(
      option(
        "--out <file>",
        "also write the plan to a file, for apply --plan; of several targets each has its own, plan.TARGET.json for plan.json",
      ),
    )
    .addOption(
      option(
        "--expires <time>",
        "how long the file may be applied, such as 30m or 7d; 24h when left out",
      ).argParser(parseDuration),
    );
  withSelection(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline plan manifests/ --url http://localhost:8600",
    "plumbline plan manifests/ --out plan.json --detailed-exitcode",
    "plumbline plan manifests/ --report plan.md --report plan.html",
  );
};
