/** The executable: runs the command line of this process. */
import { CommanderError, type Command } from "commander";
import type { Surroundings } from "./process/context.ts";
import { exitCodes } from "./process/exit-codes.ts";
import { buildProgram } from "./program.ts";

const { stdout, stderr, argv } = process;
const program = buildProgram(async (invocation) => {
  // The library that asks questions goes by these.
  if (!invocation.everywhere.color) {
    process.env["NO_COLOR"] = "1";
    delete process.env["FORCE_COLOR"];
  }
  const { runCommand } = await import("./run-command.ts");
  process.exitCode = await runCommand(invocation, surroundings());
}, argv[2]);
forgetSwitchesThatAreOff(program);
// A reader that has seen enough, such as head, must not end a run half way.
for (const stream of [stdout, stderr]) stream.on("error", ignoreGoneReader);
// With nothing left to wait for, the process need not put away what the system takes back anyway.
process.once("beforeExit", () => process.exit());
program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
});

/** The standard input is opened by those who read it. */
function surroundings(): Surroundings {
  return {
    environment: process.env,
    stdin: () => process.stdin,
    stdout,
    stderr,
    people: () => {
      const { stdin } = process;
      return stdin.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined;
    },
    now: () => Date.now(),
  };
}

function ignoreGoneReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** A switch counts as given when its variable is set, so one that says no must not be. */
function forgetSwitchesThatAreOff(all: Command): void {
  const switches = [all, ...all.commands].flatMap(({ options }) =>
    options.filter((one) => one.isBoolean()),
  );
  for (const { envVar } of switches) {
    if (envVar !== undefined && /^(?:|0|no|off|false)$/i.test(process.env[envVar] ?? "1"))
      delete process.env[envVar];
  }
}
