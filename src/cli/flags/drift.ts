/** `plumbline drift`. */
import type { CommandSpec } from "./command.ts";
import { paths, reports } from "./shared.ts";
import { cache, selection, server, targets } from "./estate.ts";

/** The command. */
export const drift: CommandSpec = {
  about: "show what changed on the server since the last apply; exits with 2 if something did",
  takes: paths,
  flags: { ...reports, ...server, ...targets, ...selection, ...cache },
  examples: ["plumbline drift manifests/", "plumbline drift manifests/ --report drift.md"],
};
