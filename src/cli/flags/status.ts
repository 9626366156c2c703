/** `plumbline status`. */
import type { CommandSpec } from "./command.ts";
import { output, paths } from "./shared.ts";
import { cache, selection, server, targets } from "./estate.ts";

/** The command. */
export const status: CommandSpec = {
  about:
    "show the state of each declared or owned object: in sync, different, missing or drifted, and its owner",
  takes: paths,
  flags: { ...output, ...server, ...targets, ...selection, ...cache },
  examples: [
    "plumbline status manifests/",
    `plumbline status -o json | jq '.objects[] | select(.state != "in-step")'`,
  ],
};
