/** Flags of `plumbline graph`. */
import { estateCommand, withCache, withServer, type EstateFlags } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

const forms = ["text", "dot", "mermaid", "json"] as const;

export type GraphForm = (typeof forms)[number];

/** Flags of `graph`. */
export interface GraphFlags extends EstateFlags {
  readonly output: GraphForm;
  readonly live?: boolean;
  /** An address; shows only its dependents. */
  readonly of?: string;
}

/** Adds `graph`. */
export const addGraph: AddCommand = (program) => {
  const description = "show what depends on what: below each object what uses it";
  const command = withServer(estateCommand(program, "graph", description, forms))
    .addOption(option("--live", "of the server's catalog instead of the manifests"))
    .addOption(option("--of <address>", "only what depends on this object, such as Style/rivers"));
  withCache(command);
  return withExamples(
    command,
    "plumbline graph manifests/",
    "plumbline graph --live --of Style/rivers",
    "plumbline graph -o dot | dot -Tsvg -o estate.svg",
  );
};
