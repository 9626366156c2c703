/**
 * The command line. `flags/` is light and loaded at each start; `commands/` is loaded when a
 * command runs.
 */
import { Command, type OutputConfiguration } from "commander";
import { VERSION } from "../version.ts";
import { apply } from "./flags/apply.ts";
import { approve } from "./flags/approve.ts";
import { backup } from "./flags/backup.ts";
import { catalog } from "./flags/catalog.ts";
import { check } from "./flags/check.ts";
import { addCommand, optionOf, type CommandSpec } from "./flags/command.ts";
import { completion } from "./flags/completion.ts";
import { destroy } from "./flags/destroy.ts";
import { diff } from "./flags/diff.ts";
import { doctor } from "./flags/doctor.ts";
import { drift } from "./flags/drift.ts";
import { explain } from "./flags/explain.ts";
import { fmt } from "./flags/fmt.ts";
import { get } from "./flags/get.ts";
import { graph } from "./flags/graph.ts";
import { history } from "./flags/history.ts";
import { imports } from "./flags/import.ts";
import { init } from "./flags/init.ts";
import { lock } from "./flags/lock.ts";
import { operation } from "./flags/operation.ts";
import { plan } from "./flags/plan.ts";
import { rehearse } from "./flags/rehearse.ts";
import { render } from "./flags/render.ts";
import { restore } from "./flags/restore.ts";
import { schema } from "./flags/schema.ts";
import { serve } from "./flags/serve.ts";
import { show } from "./flags/show.ts";
import { status } from "./flags/status.ts";
import { style } from "./flags/style.ts";
import { unlock } from "./flags/unlock.ts";
import { validate } from "./flags/validate.ts";
import { version } from "./flags/version.ts";
import { watch } from "./flags/watch.ts";
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

/** All commands by help group, in help order. */
const groups: Readonly<Record<string, Readonly<Record<string, CommandSpec>>>> = {
  "Begin:": { init, import: imports, doctor, explain, completion, schema, version },
  "Look, without changing anything on the server:": {
    validate,
    fmt,
    render,
    diff,
    plan,
    rehearse,
    drift,
    status,
    get,
    graph,
    show,
    history,
    style,
  },
  "Change the server:": { apply, approve, destroy, lock, unlock, operation },
  "Run until stopped:": { watch, serve },
  "Look after the server's data folder:": { check, backup, restore, catalog },
};

/** The code of commands, loaded when one runs. */
const code: Readonly<Record<string, () => Promise<Run>>> = {
  init: async () => (await import("./commands/init.ts")).runInit,
  import: async () => (await import("./commands/import.ts")).runImport,
  doctor: async () => (await import("./commands/doctor.ts")).runDoctor,
  explain: async () => (await import("./commands/explain.ts")).runExplain,
  completion: async () => (await import("./commands/completion.ts")).runCompletion,
  schema: async () => (await import("./commands/schema.ts")).runSchema,
  version: async () => (await import("./commands/version.ts")).runVersion,
  validate: async () => (await import("./commands/validate.ts")).runValidate,
  fmt: async () => (await import("./commands/fmt.ts")).runFmt,
  render: async () => (await import("./commands/render.ts")).runRender,
  diff: async () => (await import("./commands/diff.ts")).runDiff,
  plan: async () => (await import("./commands/plan.ts")).runPlan,
  rehearse: async () => (await import("./commands/rehearse.ts")).runRehearse,
  drift: async () => (await import("./commands/drift.ts")).runDrift,
  status: async () => (await import("./commands/status.ts")).runStatus,
  get: async () => (await import("./commands/get.ts")).runGet,
  graph: async () => (await import("./commands/graph.ts")).runGraph,
  show: async () => (await import("./commands/show.ts")).runShow,
  history: async () => (await import("./commands/history.ts")).runHistory,
  style: async () => (await import("./commands/style.ts")).runStyle,
  apply: async () => (await import("./commands/apply.ts")).runApply,
  approve: async () => (await import("./commands/approve.ts")).runApprove,
  destroy: async () => (await import("./commands/destroy.ts")).runDestroy,
  lock: async () => (await import("./commands/lock.ts")).runLock,
  unlock: async () => (await import("./commands/unlock.ts")).runUnlock,
  operation: async () => (await import("./commands/operation.ts")).runOperation,
  watch: async () => (await import("./commands/watch.ts")).runWatch,
  serve: async () => (await import("./commands/serve.ts")).runServe,
  check: async () => (await import("./commands/check.ts")).runCheck,
  backup: async () => (await import("./commands/backup.ts")).runBackup,
  restore: async () => (await import("./commands/restore.ts")).runRestore,
  catalog: async () => (await import("./commands/catalog.ts")).runCatalog,
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
    Object.entries(commands).map(([known, spec]) => ({ group, known, spec })),
  );
  const named = all.filter(({ known }) => known === name);
  for (const { group, known, spec } of named.length === 0 ? all : named) {
    program.commandsGroup(group);
    addCommand(program, known, spec).action(starting(start, program, known, spec));
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
  name: string,
  { goesOn = false }: CommandSpec,
): (...given: unknown[]) => Promise<void> | void {
  return (...given) => {
    const own = given.slice(0, -1);
    return start({
      flags: own.at(-1) as object,
      everywhere: program.opts<EverywhereFlags>(),
      goesOn,
      run: async (context) => {
        const run = await code[name]?.();
        if (run === undefined) throw new Error(`The command ${name} has no code`);
        return run(...([...own, context] as never[]));
      },
    });
  };
}

/** Adds the common flags. The colour variables are the standard ones. */
function addEverywhere(program: Command): void {
  const everywhere = {
    "-C, --chdir <folder>": "run in this folder",
    "-q, --quiet": "print only the result and errors",
    "-v, --verbose": "print every request without its body",
    "--no-color": "no colour, like NO_COLOR=1",
  };
  for (const [spelling, about] of Object.entries(everywhere))
    program.addOption(optionOf(spelling, { about }));
}
