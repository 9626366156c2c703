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
import { answerHabits } from "./program/habits.ts";
import { addShortHelp, arrangeHelp } from "./program/help.ts";
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

/** Every command by its name, by what it is for, in the order of the help. */
const groups = {
  "Begin:": {
    init: addInit,
    import: addImport,
    doctor: addDoctor,
    explain: addExplain,
    completion: addCompletion,
    schema: addSchema,
    version: addVersion,
  },
  "Look, without changing anything on the server:": {
    validate: addValidate,
    fmt: addFmt,
    render: addRender,
    diff: addDiff,
    plan: addPlan,
    rehearse: addRehearse,
    drift: addDrift,
    status: addStatus,
    get: addGet,
    graph: addGraph,
    show: addShow,
    history: addHistory,
    style: addStyle,
  },
  "Change the server:": {
    apply: addApply,
    approve: addApprove,
    destroy: addDestroy,
    lock: addLock,
    unlock: addUnlock,
    operation: addOperation,
  },
  "Run until stopped:": {
    watch: addWatch,
    serve: addServe,
  },
  "Look after the server's data folder:": {
    check: addCheck,
    backup: addBackup,
    restore: addRestore,
  },
} as const;

/** Commands that tell of all others. */
const tellingOfAll: ReadonlySet<string> = new Set(["completion"]);

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
  const all = Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).map(([known, add]) => ({ group, known, add })),
  );
  const named = all.filter(({ known }) => known === name && !tellingOfAll.has(known));
  for (const { group, add } of named.length === 0 ? all : named) {
    program.commandsGroup(group);
    add(program, finish);
  }
  arrangeHelp(program);
  addShortHelp(program);
  suggestChoices(program);
  answerHabits(program);
  return program;
}
