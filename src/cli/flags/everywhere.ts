/** Flags that every command has. */
import type { Command } from "commander";
import type { OutputFlags } from "../process/context.ts";
import { option } from "./option.ts";

/** Flags that every command has. */
export interface EverywhereFlags extends OutputFlags {
  /** The folder to work in. */
  readonly chdir?: string;
}

/** Adds them. Colour has variables of its own that all programs know. */
export function addEverywhere(program: Command): void {
  program
    .addOption(option("-C, --chdir <folder>", "work in this folder"))
    .addOption(option("-q, --quiet", "print only the document and what is wrong"))
    .addOption(option("-v, --verbose", "print every request, without its body"))
    .addOption(option("--no-color", "no colour, as NO_COLOR=1"));
}
