/**
 * The command line. `flags/` is light and loaded at each start; `commands/` is loaded when a
 * command runs.
 */
import { Command, type OutputConfiguration } from "commander";
import { VERSION } from "../version.ts";
import { addApply } from "./flags/apply.ts";
import { addApprove } from "./flags/approve.ts";
import { addBackup } from "./flags/backup.ts";
import { addCatalog } from "./flags/catalog.ts";
import { addCheck } from "./flags/check.ts";
import { addCompletion } from "./flags/completion.ts";
import { addDestroy } from "./flags/destroy.ts";
import { addDiff } from "./flags/diff.ts";
import { addDoctor } from "./flags/doctor.ts";
import { addDrift } from "./flags/drift.ts";
import { addExplain } from "./flags/explain.ts";
import { addFmt } from "./flags/fmt.ts";
import { addGet } from "./flags/get.ts";
import { addGraph } from "./flags/graph.ts";
import { addHistory } from "./flags/history.ts";
import { addImport } from "./flags/import.ts";
import { addInit } from "./flags/init.ts";
import { addLock } from "./flags/lock.ts";
import { addOperation } from "./flags/operation.ts";
import { option } from "./flags/option.ts";
import { addPlan } from "./flags/plan.ts";
import { addRehearse } from "./flags/rehearse.ts";
import { addRender } from "./flags/render.ts";
import { addRestore } from "./flags/restore.ts";
import { addSchema } from "./flags/schema.ts";
import { addServe } from "./flags/serve.ts";
import { addShow } from "./flags/show.ts";
import { addStatus } from "./flags/status.ts";
import { addStyle } from "./flags/style.ts";
import { addUnlock } from "./flags/unlock.ts";
import { addValidate } from "./flags/validate.ts";
import { addVersion } from "./flags/version.ts";
import { addWatch } from "./flags/watch.ts";
import type { CommandResult } from "./present/result.ts";
import type { CommandContext, OutputFlags } from "./process/context.ts";
import { addShortHelp, arrangeHelp } from "./program/help.ts";
import { answerHabits, suggestChoices } from "./program/mistakes.ts";

export interface EverywhereFlags extends OutputFlags {
  readonly chdir?: string;
}

export interface Invocation {
  readonly flags: object;
  readonly everywhere: EverywhereFlags;
  readonly run: (context: CommandContext) => Promise<CommandResult>;
  /** Whether the process continues after success, until a signal. */
  readonly goesOn: boolean;
}

/** Receives the invocation after parsing. */
export type Start = (invocation: Invocation) => Promise<void> | void;

/** A command function: arguments, flags, context. */
type Run = (...given: never[]) => CommandResult | Promise<CommandResult>;

interface Entry {
  readonly add: (program: Command) => Command;
  readonly load: () => Promise<Run>;
  readonly goesOn?: boolean;
}

/** All commands by help group, in help order. */
const groups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  "Begin:": {
    init: { add: addInit, load: async () => (await import("./commands/init.ts")).runInit },
    import: { add: addImport, load: async () => (await import("./commands/import.ts")).runImport },
    doctor: { add: addDoctor, load: async () => (await import("./commands/doctor.ts")).runDoctor },
    explain: {
      add: addExplain,
      load: async () => (await import("./commands/explain.ts")).runExplain,
    },
    completion: {
      add: addCompletion,
      load: async () => (await import("./commands/completion.ts")).runCompletion,
    },
    schema: { add: addSchema, load: async () => (await import("./commands/schema.ts")).runSchema },
    version: {
      add: addVersion,
      load: async () => (await import("./commands/version.ts")).runVersion,
    },
  },
  "Look, without changing anything on the server:": {
    validate: {
      add: addValidate,
      load: async () => (await import("./commands/validate.ts")).runValidate,
    },
    fmt: { add: addFmt, load: async () => (await import("./commands/fmt.ts")).runFmt },
    render: { add: addRender, load: async () => (await import("./commands/render.ts")).runRender },
    diff: { add: addDiff, load: async () => (await import("./commands/diff.ts")).runDiff },
    plan: { add: addPlan, load: async () => (await import("./commands/plan.ts")).runPlan },
    rehearse: {
      add: addRehearse,
      load: async () => (await import("./commands/rehearse.ts")).runRehearse,
    },
    drift: { add: addDrift, load: async () => (await import("./commands/drift.ts")).runDrift },
    status: { add: addStatus, load: async () => (await import("./commands/status.ts")).runStatus },
    get: { add: addGet, load: async () => (await import("./commands/get.ts")).runGet },
    graph: { add: addGraph, load: async () => (await import("./commands/graph.ts")).runGraph },
    show: { add: addShow, load: async () => (await import("./commands/show.ts")).runShow },
    history: {
      add: addHistory,
      load: async () => (await import("./commands/history.ts")).runHistory,
    },
    style: { add: addStyle, load: async () => (await import("./commands/style.ts")).runStyle },
  },
  "Change the server:": {
    apply: { add: addApply, load: async () => (await import("./commands/apply.ts")).runApply },
    approve: {
      add: addApprove,
      load: async () => (await import("./commands/approve.ts")).runApprove,
    },
    destroy: {
      add: addDestroy,
      load: async () => (await import("./commands/destroy.ts")).runDestroy,
    },
    lock: { add: addLock, load: async () => (await import("./commands/lock.ts")).runLock },
    unlock: { add: addUnlock, load: async () => (await import("./commands/unlock.ts")).runUnlock },
    operation: {
      add: addOperation,
      load: async () => (await import("./commands/operation.ts")).runOperation,
    },
  },
  "Run until stopped:": {
    watch: { add: addWatch, load: async () => (await import("./commands/watch.ts")).runWatch },
    serve: {
      add: addServe,
      load: async () => (await import("./commands/serve.ts")).runServe,
      goesOn: true,
    },
  },
  "Look after the server's data folder:": {
    check: { add: addCheck, load: async () => (await import("./commands/check.ts")).runCheck },
    backup: { add: addBackup, load: async () => (await import("./commands/backup.ts")).runBackup },
    restore: {
      add: addRestore,
      load: async () => (await import("./commands/restore.ts")).runRestore,
    },
    catalog: {
      add: addCatalog,
      load: async () => (await import("./commands/catalog.ts")).runCatalog,
    },
  },
};

/**
 * Builds the command line, with only the command `name` if there is one of that name. `output`
 * receives help and usage errors; the default is the process's streams.
 */
export function buildProgram(
  start: Start,
  name?: string,
  output: OutputConfiguration = {},
): Command {
  const program = new Command("plumbline")
    .description("Keeps a map server's catalog true to Git.")
    .version(VERSION, "-V, --version", "print the version")
    .showSuggestionAfterError()
    .configureOutput(output)
    .exitOverride();
  addEverywhere(program);
  const all = Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).map(([known, entry]) => ({ group, known, entry })),
  );
  const named = all.filter(({ known }) => known === name);
  for (const { group, entry } of named.length === 0 ? all : named) {
    program.commandsGroup(group);
    entry.add(program).action(starting(start, program, entry));
  }
  arrangeHelp(program);
  addShortHelp(program);
  suggestChoices(program);
  answerHabits(program);
  return program;
}

/** Commander passes the arguments, then the flags, then the command. */
function starting(
  start: Start,
  program: Command,
  { load, goesOn = false }: Entry,
): (...given: unknown[]) => Promise<void> | void {
  return (...given) => {
    const own = given.slice(0, -1);
    return start({
      flags: own.at(-1) as object,
      everywhere: program.opts<EverywhereFlags>(),
      goesOn,
      run: async (context) => {
        const run = await load();
        return run(...([...own, context] as never[]));
      },
    });
  };
}

/** Adds the common flags. The colour variables are the standard ones. */
function addEverywhere(program: Command): void {
  program
    .addOption(option("-C, --chdir <folder>", "work in this folder"))
    .addOption(option("-q, --quiet", "print only the document and what is wrong"))
    .addOption(option("-v, --verbose", "print every request, without its body"))
    .addOption(option("--no-color", "no colour, as NO_COLOR=1"));
}
