/** Names and flags of `plumbline status`. */
import type { StatusFlags } from "../status.ts";
import { estateCommand, withServer } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `status`. */
export const addStatus: AddCommand = (program, finish) => {
  const description =
    "show how each declared or owned object stands: in step, different, missing, drifted; and who owns it";
  const command = withServer(estateCommand(program, "status", description));
  withExamples(
    command,
    "plumbline status manifests/",
    `plumbline status -o json | jq '.objects[] | select(.state != "in-step")'`,
  ).action(async (paths: string[], flags: StatusFlags) =>
    finish(await (await import("../status.ts")).runStatus(paths, flags)),
  );
};
