/** `plumbline version`. */
import type { CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

/** The command. */
export const version: CommandSpec = {
  about: "print the version",
  flags: output,
  examples: ["plumbline version -o json"],
};
