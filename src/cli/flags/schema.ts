/** Flags of `plumbline schema`. */
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `schema`. */
export const addSchema: AddCommand = (program) => {
  const command = program
    .command("schema")
    .description(
      "print the JSON Schema of a kind, of any manifest, of the project file, or of what commands print: plan, report",
    )
    .argument("[kind]", "a kind, manifest, project, patch, plan or report", "manifest");
  return withExamples(command, "plumbline schema Style", "plumbline schema plan");
};
