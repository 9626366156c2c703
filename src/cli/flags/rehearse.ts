/** Flags of `plumbline rehearse`. */
import { runCommand, withCache, withSelection, withServer, withTerms } from "./estate.ts";
import { allOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `rehearse`. */
export const addRehearse: AddCommand = (program) => {
  const description =
    "run the plan on a copy of what it reaches and show what an apply would do; the server is only read";
  const command = withTerms(withServer(runCommand(program, "rehearse", description)));
  command.addOption(allOption());
  withSelection(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline rehearse manifests/ --url http://localhost:8600",
    "plumbline rehearse manifests/ --prune=owned -o json",
  );
};
