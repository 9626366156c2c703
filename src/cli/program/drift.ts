/** Names and flags of `plumbline drift`. */
import type { PlanFlags } from "../plan.ts";
import { estateCommand, withServer } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `drift`. */
export const addDrift: AddCommand = (program, finish) => {
  const description =
    "show what changed on the server since the last apply; ends with 2 when something did";
  const command = withServer(estateCommand(program, "drift", description));
  withExamples(command, "plumbline drift manifests/").action(
    async (paths: string[], flags: PlanFlags) =>
      finish(await (await import("../drift.ts")).runDrift(paths, flags)),
  );
};
