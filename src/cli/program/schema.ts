/** Names and flags of `plumbline schema`. */
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `schema`. */
export const addSchema: AddCommand = (program, finish) => {
  const command = program
    .command("schema")
    .description("print the JSON Schema of a kind, of the project file, or of any manifest")
    .argument("[kind]", "a kind, or project", "manifest");
  withExamples(command, "plumbline schema Style").action(async (kind: string) =>
    finish((await import("../schema.ts")).runSchema(kind)),
  );
};
