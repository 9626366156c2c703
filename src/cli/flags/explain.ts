/** `plumbline explain`. */
import type { CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

/** The command. */
export const explain: CommandSpec = {
  about: "describe a kind or a field of its manifests, offline",
  takes: { "<topic>": "a kind or Project, optionally with a field: Style.source" },
  flags: output,
  examples: [
    "plumbline explain Style",
    "plumbline explain ImageMosaic.granules.policy",
    "plumbline explain Project.prune -o json",
  ],
};
