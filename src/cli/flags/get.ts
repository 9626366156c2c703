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
    "list the objects of the server's catalog, their owners and whether they are declared; with -o yaml as manifests",
  takes: {
    "[patterns...]":
      "objects to list: a kind, Kind/name or Kind/workspace:name; * matches any text; all by default",
  },
  flags: {
    ...outputFlag("text", "json", "yaml"),
    ...server,
    "-f, --file <path>": many(
      `manifests that may declare them; repeatable; ${DEFAULT_PATHS.join(", ")} by default`,
    ),
    ...cache,
  },
  examples: [
    "plumbline get",
    "plumbline get Style 'Layer/roads:*'",
    "plumbline get 'Style/rivers' -o yaml",
  ],
};
