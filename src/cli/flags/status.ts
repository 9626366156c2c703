/** Flags of `plumbline status`. */
import { estateCommand, withCache, withSelection, withServer, withTargets } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `status`. */
export const addStatus: AddCommand = (program) => {
  const description =
    "show how each declared or owned object stands: in step, different, missing, drifted; and who owns it";
  const command = withTargets(withServer(estateCommand(program, "status", description)));
  withSelection(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline status manifests/",
    `plumbline status -o json | jq '.objects[] | select(.state != "in-step")'`,
  );
};
