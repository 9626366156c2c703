/** The command line: all commands. Their flags are in program/, what they do in the files beside this one. */
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addApply } from "./program/apply.ts";
import { addDrift } from "./program/drift.ts";
import { addImport } from "./program/import.ts";
import type { Finish } from "./program/option.ts";
import { addPlan } from "./program/plan.ts";
import { addRehearse } from "./program/rehearse.ts";
import { addSchema } from "./program/schema.ts";
import { addServe } from "./program/serve.ts";
import { addUnlock } from "./program/unlock.ts";
import { addValidate } from "./program/validate.ts";
import { addVersion } from "./program/version.ts";

/** Every command, in the order of the help. */
const commands = [
  addValidate,
  addPlan,
  addRehearse,
  addApply,
  addDrift,
  addImport,
  addUnlock,
  addServe,
  addSchema,
  addVersion,
];

/** Builds the command line; `finish` takes the exit code of the command that ran. */
export function buildProgram(finish: Finish): Command {
  const program = new Command("plumbline")
    .description("Keeps a map server's catalog true to Git.")
    .version(VERSION, "-V, --version", "print the version")
    .showSuggestionAfterError()
    .exitOverride();
  for (const add of commands) add(program, finish);
  return program;
}
