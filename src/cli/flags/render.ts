/** `plumbline render`. */
import type { CommandSpec } from "./command.ts";
import { output, paths } from "./shared.ts";
import { cache, selection, target } from "./estate.ts";

/** The command. */
export const render: CommandSpec = {
  about: "print manifests with overlays and variables applied; secrets stay references",
  takes: paths,
  flags: { ...output, ...target, ...selection, ...cache },
  examples: [
    "plumbline render manifests/ --target production",
    "plumbline render --overlay production --var host=maps.example.org",
  ],
};
