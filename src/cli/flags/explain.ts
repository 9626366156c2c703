/** `plumbline explain`. */
import type { CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

/** The command. */
export const explain: CommandSpec = {
  about: "say what a kind or a field of its manifests means, offline",
  takes: { "<topic>": "a kind or Project, with a field behind it: Style.source" },
  flags: output,
  examples: [
    "plumbline explain Style",
    "plumbline explain ImageMosaic.granules.policy",
    "plumbline explain Project.prune -o json",
  ],
};
