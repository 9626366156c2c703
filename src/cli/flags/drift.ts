/** Flags of `plumbline drift`. */
import { runCommand, withCache, withSelection, withServer, withTargets } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `drift`. */
export const addDrift: AddCommand = (program) => {
  const description =
    "show what changed on the server since the last apply; ends with 2 when something did";
  const command = withTargets(withServer(runCommand(program, "drift", description)));
  withSelection(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline drift manifests/",
    "plumbline drift manifests/ --report drift.md",
  );
};
