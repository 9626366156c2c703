/** `plumbline get`. */
import type { CommandSpec } from "./command.ts";
import { DEFAULT_PATHS, many, outputFlag } from "./shared.ts";
import { cache, server, type EstateFlags } from "./estate.ts";

/** Flags of `get`. */
export interface GetFlags extends EstateFlags {
  readonly output: "text" | "json" | "yaml";
  readonly file?: readonly string[];
}

/** The command. */
export const get: CommandSpec = {
  about:
    "list what the server's catalog holds, who owns it and whether it is declared; with -o yaml as the manifests that would declare it",
  takes: {
    "[patterns...]":
      "which objects: a kind, Kind/name or Kind/workspace:name, with * for any letters; all when left out",
  },
  flags: {
    ...outputFlag("text", "json", "yaml"),
    ...server,
    "-f, --file <path>": many(
      `manifests that may declare them; may be given again; ${DEFAULT_PATHS.join(", ")} when left out`,
    ),
    ...cache,
  },
  examples: [
    "plumbline get",
    "plumbline get Style 'Layer/roads:*'",
    "plumbline get 'Style/rivers' -o yaml",
  ],
};
