/** Names and flags of `plumbline status`. */
import type { StatusFlags } from "../commands/status.ts";
import { estateCommand, withSelection, withServer, withTargets } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `status`. */
export const addStatus: AddCommand = (program, finish) => {
  const description =
    "show how each declared or owned object stands: in step, different, missing, drifted; and who owns it";
  const command = withTargets(withServer(estateCommand(program, "status", description)));
  withSelection(command);
  withExamples(
    command,
    "plumbline status manifests/",
    `plumbline status -o json | jq '.objects[] | select(.state != "in-step")'`,
  ).action(async (paths: string[], flags: StatusFlags) => {
    const { runStatus } = await import("../commands/status.ts");
    const { perTarget } = await import("../commands/per-target.ts");
    const { withInput } = await import("../settings/selection.ts");
    finish(
      await perTarget(paths, await withInput(flags), (own: StatusFlags) => runStatus(paths, own)),
    );
  });
};
