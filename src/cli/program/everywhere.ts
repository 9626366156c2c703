/** Flags that every command has. */
import type { Command } from "commander";
import { option } from "./option.ts";

interface Everywhere {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
}

/**
 * Adds them. What they say is read from their variables where it matters, so a flag that is given
 * sets its variable; colour has variables of its own that all programs know.
 */
export function addEverywhere(program: Command): void {
  program
    .addOption(option("-q, --quiet", "tell only the document and what is wrong"))
    .addOption(option("-v, --verbose", "tell every request, without its body"))
    .addOption(option("--no-color", "no colour, as NO_COLOR=1"))
    .hook("preAction", (own) => {
      const { quiet, verbose, color } = own.opts<Everywhere>();
      if (quiet === true) process.env["PLUMBLINE_QUIET"] = "1";
      if (verbose === true) process.env["PLUMBLINE_VERBOSE"] = "1";
      if (color) return;
      process.env["NO_COLOR"] = "1";
      delete process.env["FORCE_COLOR"];
    });
}
