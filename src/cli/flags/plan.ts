/** Names and flags of `plumbline plan`. */
import { parseDuration } from "./duration.ts";
import type { PlanOnlyFlags } from "../commands/plan.ts";
import { runCommand, withSelection, withServer, withTargets, withTerms } from "./estate.ts";
import { allOption, option, withExamples, type AddCommand } from "./option.ts";

/** Adds `plan`. */
export const addPlan: AddCommand = (program, finish) => {
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
    .addOption(option("--out <file>", "also write the plan to a file, for apply --plan"))
    .addOption(
      option(
        "--expires <time>",
        "how long the file may be applied, such as 30m or 7d; 24h when left out",
      ).argParser(parseDuration),
    );
  withSelection(command);
  withExamples(
    command,
    "plumbline plan manifests/ --url http://localhost:8600",
    "plumbline plan manifests/ --out plan.json --detailed-exitcode",
    "plumbline plan manifests/ --report plan.md --report plan.sarif",
  ).action(async (paths: string[], flags: PlanOnlyFlags) => {
    const { runPlan } = await import("../commands/plan.ts");
    const { perTarget } = await import("../commands/per-target.ts");
    const { withInput } = await import("../settings/selection.ts");
    finish(
      await perTarget(paths, await withInput(flags), (own: PlanOnlyFlags) => runPlan(paths, own)),
    );
  });
};
