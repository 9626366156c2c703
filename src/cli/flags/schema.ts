/** `plumbline schema`. */
import type { CommandSpec } from "./command.ts";

/** The command. */
export const schema: CommandSpec = {
  about:
    "print the JSON Schema of a kind, of any manifest, of the project file, or of command output: plan, report",
  takes: {
    "[kind]": {
      about: "a kind, manifest, project, patch, plan or report",
      usual: "manifest",
    },
  },
  flags: {},
  examples: ["plumbline schema Style", "plumbline schema plan"],
};
