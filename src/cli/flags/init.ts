/** `plumbline init`. */
import type { CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

/** Flags of `init`. */
export interface InitFlags {
  readonly estate?: string;
  readonly url?: string;
  readonly prune: "none" | "owned";
  readonly ci?: "github" | "gitlab";
  readonly samples: boolean;
  readonly yes?: boolean;
}

/** The command. */
export const init: CommandSpec = {
  about: "write the first files of an estate; what is there already stays as it is",
  takes: { "[folder]": { about: "where to write them; made when it is missing", usual: "." } },
  flags: {
    ...output,
    "--estate <name>": "name of the estate; that of the folder when left out",
    "--url <address>": "address of the map server",
    "--prune <what>": {
      about: "what becomes of objects that are declared no more",
      choices: ["none", "owned"],
      usual: "none",
    },
    "--ci <name>": { about: "also write a pipeline", choices: ["github", "gitlab"] },
    "--no-samples": "write no first workspace and style",
    "--yes": "do not ask; flags say it all",
  },
  examples: [
    "plumbline init",
    "plumbline init maps --url https://maps.example.org/geoserver --ci github --yes",
  ],
};
