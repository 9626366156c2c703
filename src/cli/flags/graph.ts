/** `plumbline graph`. */
import type { CommandSpec } from "./command.ts";
import { outputFlag, paths } from "./shared.ts";
import { cache, server, type EstateFlags } from "./estate.ts";

const forms = ["text", "dot", "mermaid", "json"] as const;

export type GraphForm = (typeof forms)[number];

/** Flags of `graph`. */
export interface GraphFlags extends EstateFlags {
  readonly output: GraphForm;
  readonly live?: boolean;
  /** An address; shows only its dependents. */
  readonly of?: string;
}

/** The command. */
export const graph: CommandSpec = {
  about: "show dependencies: below each object its dependents",
  takes: paths,
  flags: {
    ...outputFlag(...forms),
    ...server,
    "--live": "read the server's catalog instead of the manifests",
    "--of <address>": "only dependents of this object, such as Style/rivers",
    ...cache,
  },
  examples: [
    "plumbline graph manifests/",
    "plumbline graph --live --of Style/rivers",
    "plumbline graph -o dot | dot -Tsvg -o estate.svg",
  ],
};
