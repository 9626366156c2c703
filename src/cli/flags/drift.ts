/** Names and flags of `plumbline drift`. */
import type { PlanFlags } from "../commands/plan.ts";
import { runCommand, withSelection, withServer, withTargets } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `drift`. */
export const addDrift: AddCommand = (program, finish) => {
  const description =
    "show what changed on the server since the last apply; ends with 2 when something did";
  const command = withTargets(withServer(runCommand(program, "drift", description)));
  withSelection(command);
  withExamples(
    command,
    "plumbline drift manifests/",
    "plumbline drift manifests/ --report drift.md",
  ).action(async (paths: string[], flags: PlanFlags) => {
    const { runDrift } = await import("../commands/drift.ts");
    const { perTarget } = await import("../commands/per-target.ts");
    const { withInput } = await import("../settings/selection.ts");
    finish(
      await perTarget(paths, await withInput(flags), (own: PlanFlags) => runDrift(paths, own)),
    );
  });
};
