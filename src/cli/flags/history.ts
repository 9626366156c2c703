/** `plumbline history`. */
import type { CommandSpec } from "./command.ts";
import { output, parseNumber } from "./shared.ts";
import { server, type EstateFlags } from "./estate.ts";

/** Flags of `history`. */
export interface HistoryFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly limit: number;
}

/** The command. */
export const history: CommandSpec = {
  about: "list the runs of the estate, or show one in full",
  takes: { "[run]": "a run by its id, the first characters of it, or last" },
  flags: {
    ...output,
    ...server,
    "--limit <number>": {
      about: "number of runs to list, newest first",
      parse: parseNumber(1, 200),
      usual: 20,
    },
  },
  examples: ["plumbline history", "plumbline history last -o json"],
};
