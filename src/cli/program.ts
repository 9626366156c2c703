/**
 * The command line. `flags/` is light and loaded at each start; `commands/` is loaded when a
 * command runs.
 */
import { Command, type OutputConfiguration } from "commander";
import { VERSION } from "../version.ts";
import { acting } from "./flags/act.ts";
import { beginning } from "./flags/begin.ts";
import { addCommand, optionOf, type CommandSpec } from "./flags/command.ts";
import { dataFolder } from "./flags/data-folder.ts";
import { inspecting } from "./flags/inspect.ts";
import { planning } from "./flags/plan.ts";
import { serve } from "./flags/serve.ts";
import { DEFAULT_PATHS } from "./flags/shared.ts";
import { watch } from "./flags/watch.ts";
import type { CommandResult } from "./present/result.ts";
import type { CommandContext, OutputFlags } from "./process/context.ts";
import { addShortHelp, answerHabits, arrangeHelp, refuseOneDash } from "./program/help.ts";

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

/** The code of a command: what it is given (`on-server.ts`), then its own arguments. */
type Run = (...given: never[]) => CommandResult | Promise<CommandResult>;

/** The code of a command, loaded when it runs. */
type Code = () => Promise<Run>;

/** All commands by help group, in help order. */
const groups: Readonly<
  Record<string, Readonly<Record<string, readonly [spec: CommandSpec, code: Code]>>>
> = {
  "Begin:": {
    init: [beginning.init, async () => (await import("./commands/init.ts")).runInit],
    import: [beginning.imports, async () => (await import("./commands/import.ts")).runImport],
    doctor: [beginning.doctor, async () => (await import("./commands/doctor.ts")).runDoctor],
    explain: [beginning.explain, async () => (await import("./commands/explain.ts")).runExplain],
    completion: [
      beginning.completion,
      async () => (await import("./commands/completion.ts")).runCompletion,
    ],
    schema: [beginning.schema, async () => (await import("./commands/schema.ts")).runSchema],
    version: [beginning.version, async () => (await import("./commands/version.ts")).runVersion],
  },
  "Look, without changing anything on the server:": {
    validate: [
      inspecting.validate,
      async () => (await import("./commands/validate.ts")).runValidate,
    ],
    fmt: [inspecting.fmt, async () => (await import("./commands/fmt.ts")).runFmt],
    render: [inspecting.render, async () => (await import("./commands/render.ts")).runRender],
    diff: [inspecting.diff, async () => (await import("./commands/diff.ts")).runDiff],
    plan: [planning.plan, async () => (await import("./commands/plan.ts")).runPlan],
    rehearse: [planning.rehearse, async () => (await import("./commands/rehearse.ts")).runRehearse],
    drift: [inspecting.drift, async () => (await import("./commands/drift.ts")).runDrift],
    verify: [inspecting.verify, async () => (await import("./commands/verify.ts")).runVerify],
    status: [inspecting.status, async () => (await import("./commands/status.ts")).runStatus],
    get: [inspecting.get, async () => (await import("./commands/get.ts")).runGet],
    describe: [
      inspecting.describe,
      async () => (await import("./commands/describe.ts")).runDescribe,
    ],
    graph: [inspecting.graph, async () => (await import("./commands/graph.ts")).runGraph],
    show: [inspecting.show, async () => (await import("./commands/show.ts")).runShow],
    history: [inspecting.history, async () => (await import("./commands/history.ts")).runHistory],
    style: [inspecting.style, async () => (await import("./commands/style.ts")).runStyle],
  },
  "Change the server:": {
    apply: [planning.apply, async () => (await import("./commands/apply.ts")).runApply],
    approve: [planning.approve, async () => (await import("./commands/approve.ts")).runApprove],
    destroy: [planning.destroy, async () => (await import("./commands/destroy.ts")).runDestroy],
    lock: [acting.lock, async () => (await import("./commands/lock.ts")).runLock],
    unlock: [acting.unlock, async () => (await import("./commands/lock.ts")).runUnlock],
    operation: [
      acting.operation,
      async () => (await import("./commands/operation.ts")).runOperation,
    ],
  },
  "Run until stopped:": {
    watch: [watch, async () => (await import("./commands/watch.ts")).runWatch],
    serve: [serve, async () => (await import("./commands/serve.ts")).runServe],
  },
  "Look after the server's data folder:": {
    check: [dataFolder.check, async () => (await import("./commands/check.ts")).runCheck],
    backup: [dataFolder.backup, async () => (await import("./commands/backup.ts")).runBackup],
    restore: [dataFolder.restore, async () => (await import("./commands/backup.ts")).runRestore],
    catalog: [dataFolder.catalog, async () => (await import("./commands/catalog.ts")).runCatalog],
  },
};

/**
 * Builds the command line, with only the command `name` if there is one of that name. `output`
 * receives help and usage errors; the default is the process's streams.
 */
export function buildProgram(start: Start, name = "", output: OutputConfiguration = {}): Command {
  const program = new Command("plumbline")
    .description("Keeps a map server's catalog true to Git.")
    .version(VERSION, "-V, --version", "print the version")
    .showSuggestionAfterError()
    .configureOutput(output)
    .exitOverride();
  addEverywhere(program);
  const only = Object.values(groups).some((commands) => Object.hasOwn(commands, name)) ? name : "";
  for (const [group, commands] of Object.entries(groups)) {
    program.commandsGroup(group);
    for (const [known, [spec, code]] of Object.entries(commands))
      if (only === "" || known === only)
        addCommand(program, known, spec).action(starting(start, program, spec, code));
  }
  arrangeHelp(program);
  addShortHelp(program);
  answerHabits(program);
  refuseOneDash(program);
  return program;
}

/** Commander passes the arguments, then the flags, then the command. */
function starting(
  start: Start,
  program: Command,
  { goesOn = false, takes = {} }: CommandSpec,
  code: Code,
): (...given: unknown[]) => Promise<void> | void {
  return (...given) => {
    const flags = given.at(-2) as object;
    const own = given.slice(0, -2);
    const paths = "[paths...]" in takes ? own[0] : DEFAULT_PATHS;
    return start({
      flags,
      everywhere: program.opts<EverywhereFlags>(),
      goesOn,
      run: async (context) => {
        const run = await code();
        return run(...([{ paths, flags, context }, ...own] as never[]));
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
    "--no-pager":
      "print plans that are longer than the screen at once; otherwise PLUMBLINE_PAGER or PAGER shows them at a terminal, less by default",
  };
  for (const [spelling, about] of Object.entries(everywhere))
    program.addOption(optionOf(spelling, { about }));
}
