/** Names and flags of `plumbline graph`. */
import type { GraphFlags } from "../commands/graph.ts";
import { estateCommand, withServer } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Forms of a graph. */
const forms = ["text", "dot", "mermaid", "json"] as const;

/** One of the forms above. */
export type GraphForm = (typeof forms)[number];

/** Adds `graph`. */
export const addGraph: AddCommand = (program, finish) => {
  const description = "show what depends on what: below each object what uses it";
  const command = withServer(estateCommand(program, "graph", description, forms))
    .addOption(option("--live", "of the server's catalog instead of the manifests"))
    .addOption(option("--of <address>", "only what depends on this object, such as Style/rivers"));
  withExamples(
    command,
    "plumbline graph manifests/",
    "plumbline graph --live --of Style/rivers",
    "plumbline graph -o dot | dot -Tsvg -o estate.svg",
  ).action(async (paths: string[], flags: GraphFlags) =>
    finish(await (await import("../commands/graph.ts")).runGraph(paths, flags)),
  );
};
