/** The executable: runs the command line of this process. */
import { CommanderError, type Command } from "commander";
import type { Surroundings } from "./process/context.ts";
import { exitCodes } from "./process/exit-codes.ts";
import { buildProgram } from "./program.ts";

const { stdout, stderr, argv } = process;
const [, , first, ...words] = argv;
const program = buildProgram(async (invocation) => {
  // The prompt library reads these variables.
  if (!invocation.everywhere.color) {
    process.env["NO_COLOR"] = "1";
    delete process.env["FORCE_COLOR"];
  }
  const { runCommand } = await import("./run-command.ts");
  // The exit code if the command never completes.
  process.exitCode = exitCodes.error;
  const code = await runCommand(invocation, surroundings());
  for (const stream of [stdout, stderr]) await written(stream);
  process.exitCode = code;
  // Ends the process even with open handles.
  if (!invocation.goesOn || code !== exitCodes.success) process.exit();
}, first);
forgetSwitchesThatAreOff(program);
forgetChoicesOfOthers(program);
if (first === "__complete") void propose();
else {
  // A reader that closes the pipe early, such as head, must not abort a run.
  for (const stream of [stdout, stderr]) stream.on("error", ignoreGoneReader);
  program.parseAsync().catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  });
}

/** Prints completion candidates (`commands/completion.ts`); errors give no candidates. */
async function propose(): Promise<void> {
  stdout.on("error", () => undefined);
  const proposed = import("./program/complete.ts").then((one) => one.candidatesFor(words, program));
  stdout.write((await proposed.catch(() => [])).map((line) => `${line}\n`).join(""));
}

/** Stdin is opened only when it is read. */
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

/** Resolves when all output is flushed, or the reader is gone. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write("", () => resolve()));
}

function ignoreGoneReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Commander treats any set variable as true, so variables with a negative value are removed. */
function forgetSwitchesThatAreOff(all: Command): void {
  for (const { options } of [all, ...all.commands])
    for (const option of options) {
      const { envVar = "" } = option;
      if (option.isBoolean() && /^(?:|0|no|off|false)$/i.test(process.env[envVar] ?? "1"))
        delete process.env[envVar];
    }
}

/** A variable is of several commands, and its value may be a choice of the others only. */
function forgetChoicesOfOthers({ commands }: Command): void {
  const [command, ...more] = commands;
  if (command === undefined || more.length > 0) return;
  for (const { envVar = "", argChoices } of command.options) {
    const value = process.env[envVar];
    if (value === undefined || argChoices === undefined || argChoices.includes(value)) continue;
    const others = buildProgram(() => undefined).commands.flatMap(({ options }) =>
      options.flatMap((one) => (one.envVar === envVar ? (one.argChoices ?? []) : [])),
    );
    if (others.includes(value)) delete process.env[envVar];
  }
}
