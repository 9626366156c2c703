/** `plumbline rehearse`. */
import type { CommandSpec } from "./command.ts";
import { all, paths, reports } from "./shared.ts";
import { cache, selection, server, terms } from "./estate.ts";

/** The command. */
export const rehearse: CommandSpec = {
  about:
    "run the plan on a copy of the affected objects, and show what an apply would do; the server is only read",
  takes: paths,
  flags: { ...reports, ...server, ...terms, ...all, ...selection, ...cache },
  examples: [
    "plumbline rehearse manifests/ --url http://localhost:8600",
    "plumbline rehearse manifests/ --prune=owned -o json",
  ],
};
