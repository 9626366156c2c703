/** The command line: all commands. Their flags are in program/, what they do in the files beside this one. */
import { Command } from "commander";
import { VERSION } from "../version.ts";
import { addApply } from "./flags/apply.ts";
import { addApprove } from "./flags/approve.ts";
import { addDestroy } from "./flags/destroy.ts";
import { addDoctor } from "./flags/doctor.ts";
import { addBackup } from "./flags/backup.ts";
import { addCheck } from "./flags/check.ts";
import { addCompletion } from "./flags/completion.ts";
import { addDiff } from "./flags/diff.ts";
import { addDrift } from "./flags/drift.ts";
import { addEverywhere } from "./program/everywhere.ts";
import { answerHabits } from "./program/habits.ts";
import { addShortHelp, arrangeHelp } from "./program/help.ts";
import { addFmt } from "./flags/fmt.ts";
import { addHistory } from "./flags/history.ts";
import { addImport } from "./flags/import.ts";
import { addInit } from "./flags/init.ts";
import { addLock } from "./flags/lock.ts";
import { addOperation } from "./flags/operation.ts";
import type { Finish } from "./flags/option.ts";
import { addExplain } from "./flags/explain.ts";
import { addGet } from "./flags/get.ts";
import { addGraph } from "./flags/graph.ts";
import { addPlan } from "./flags/plan.ts";
import { addRehearse } from "./flags/rehearse.ts";
import { addRender } from "./flags/render.ts";
import { addRestore } from "./flags/restore.ts";
import { addSchema } from "./flags/schema.ts";
import { addServe } from "./flags/serve.ts";
import { addShow } from "./flags/show.ts";
import { addStatus } from "./flags/status.ts";
import { addStyle } from "./flags/style.ts";
import { suggestChoices } from "./program/suggestions.ts";
import { addUnlock } from "./flags/unlock.ts";
import { addValidate } from "./flags/validate.ts";
import { addVersion } from "./flags/version.ts";
import { addWatch } from "./flags/watch.ts";

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
