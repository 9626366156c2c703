/** `plumbline init`. */
import type { CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

/** Flags of `init`. */
export interface InitFlags {
  readonly output: "text" | "json";
  readonly estate?: string;
  readonly url?: string;
  readonly prune: "none" | "owned";
  readonly ci?: "github" | "gitlab";
  readonly samples: boolean;
  readonly yes?: boolean;
}

/** The command. */
export const init: CommandSpec = {
  about: "create the first files of an estate; existing files are kept",
  takes: { "[folder]": { about: "where to write them; created if missing", usual: "." } },
  flags: {
    ...output,
    "--estate <name>": "name of the estate; by default the name of the folder",
    "--url <address>": "address of the map server",
    "--prune <what>": {
      about: "what to do with objects that are no longer declared",
      choices: ["none", "owned"],
      usual: "none",
    },
    "--ci <name>": { about: "also write a CI pipeline", choices: ["github", "gitlab"] },
    "--no-samples": "do not write a sample workspace and style",
    "--yes": "do not ask questions",
  },
  examples: [
    "plumbline init",
    "plumbline init maps --url https://maps.example.org/geoserver --ci github --yes",
  ],
};
