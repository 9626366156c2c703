/** Flags that every command has. */
import type { Command } from "commander";
import { exitCodes } from "../process/exit-codes.ts";
import { option } from "../flags/option.ts";

interface Everywhere {
  readonly chdir?: string;
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
    .addOption(option("-C, --chdir <folder>", "work in this folder"))
    .addOption(option("-q, --quiet", "tell only the document and what is wrong"))
    .addOption(option("-v, --verbose", "tell every request, without its body"))
    .addOption(option("--no-color", "no colour, as NO_COLOR=1"))
    .hook("preAction", (own) => {
      const { chdir, quiet, verbose, color } = own.opts<Everywhere>();
      if (chdir !== undefined) enter(chdir, own);
      if (quiet === true) process.env["PLUMBLINE_QUIET"] = "1";
      if (verbose === true) process.env["PLUMBLINE_VERBOSE"] = "1";
      if (color) return;
      process.env["NO_COLOR"] = "1";
      delete process.env["FORCE_COLOR"];
    });
}

function enter(folder: string, program: Command): void {
  try {
    process.chdir(folder);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    program.error(`error: --chdir ${folder} cannot be entered (${reason})`, {
      exitCode: exitCodes.usage,
    });
  }
}
