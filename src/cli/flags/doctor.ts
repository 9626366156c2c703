/** Names and flags of `plumbline doctor`. */
import { estateCommand, withCache, withServer } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `doctor`. */
export const addDoctor: AddCommand = (program) => {
  const description =
    "look whether commands can work here: server, account, rights, clock, state; nothing is written";
  const command = withServer(estateCommand(program, "doctor", description));
  withCache(command);
  return withExamples(command, "plumbline doctor manifests/", "plumbline doctor -o json");
};
