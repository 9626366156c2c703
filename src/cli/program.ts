/** The command line: all commands. Their flags are in program/, what they do in the files beside this one. */
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addApply } from "./program/apply.ts";
import { addApprove } from "./program/approve.ts";
import { addDestroy } from "./program/destroy.ts";
import { addDoctor } from "./program/doctor.ts";
import { addBackup } from "./program/backup.ts";
import { addCheck } from "./program/check.ts";
import { addCompletion } from "./program/completion.ts";
import { addDiff } from "./program/diff.ts";
import { addDrift } from "./program/drift.ts";
import { addEverywhere } from "./program/everywhere.ts";
import { addFmt } from "./program/fmt.ts";
import { addHistory } from "./program/history.ts";
import { addImport } from "./program/import.ts";
import { addInit } from "./program/init.ts";
import { addLock } from "./program/lock.ts";
import { addOperation } from "./program/operation.ts";
import type { Finish } from "./program/option.ts";
import { addExplain } from "./program/explain.ts";
import { addGet } from "./program/get.ts";
import { addGraph } from "./program/graph.ts";
import { addPlan } from "./program/plan.ts";
import { addRehearse } from "./program/rehearse.ts";
import { addRender } from "./program/render.ts";
import { addRestore } from "./program/restore.ts";
import { addSchema } from "./program/schema.ts";
import { addServe } from "./program/serve.ts";
import { addShow } from "./program/show.ts";
import { addStatus } from "./program/status.ts";
import { addStyle } from "./program/style.ts";
import { suggestChoices } from "./program/suggestions.ts";
import { addUnlock } from "./program/unlock.ts";
import { addValidate } from "./program/validate.ts";
import { addVersion } from "./program/version.ts";
import { addWatch } from "./program/watch.ts";

/** Every command by its name, in the order of the help. */
const commands = {
  init: addInit,
  validate: addValidate,
  fmt: addFmt,
  render: addRender,
  plan: addPlan,
  rehearse: addRehearse,
  apply: addApply,
  drift: addDrift,
  import: addImport,
  show: addShow,
  watch: addWatch,
  history: addHistory,
  approve: addApprove,
  destroy: addDestroy,
  operation: addOperation,
  doctor: addDoctor,
  lock: addLock,
  status: addStatus,
  get: addGet,
  graph: addGraph,
  diff: addDiff,
  unlock: addUnlock,
  serve: addServe,
  check: addCheck,
  backup: addBackup,
  restore: addRestore,
  explain: addExplain,
  style: addStyle,
  schema: addSchema,
  completion: addCompletion,
  version: addVersion,
} as const;

/**
 * Builds the command line; `finish` takes the exit code of the command that ran. `name` is what it is
 * called with: where that is a command, the others are left out, which nobody would see.
 */
export function buildProgram(finish: Finish, name?: string): Command {
  const program = new Command("plumbline")
    .description("Keeps a map server's catalog true to Git.")
    .version(VERSION, "-V, --version", "print the version")
    .showSuggestionAfterError()
    .exitOverride();
  addEverywhere(program);
  const named = Object.entries(commands).find(([known]) => known === name);
  const wanted = named === undefined ? Object.values(commands) : [named[1]];
  for (const add of wanted) add(program, finish);
  suggestChoices(program);
  return program;
}
