/** The executable: runs the command line of this process. */
import { CommanderError, type Command } from "commander";
import type { Surroundings } from "./process/context.ts";
import { exitCodes } from "./process/exit-codes.ts";
import { buildProgram } from "./program.ts";

const { stdout, stderr, argv } = process;
const [, , first, ...words] = argv;
const program = buildProgram(async (invocation) => {
  // The library that asks questions goes by these.
  if (!invocation.everywhere.color) {
    process.env["NO_COLOR"] = "1";
    delete process.env["FORCE_COLOR"];
  }
  const { runCommand } = await import("./run-command.ts");
  // One that is never heard of again is no success.
  process.exitCode = exitCodes.error;
  const code = await runCommand(invocation, surroundings());
  for (const stream of [stdout, stderr]) await written(stream);
  process.exitCode = code;
  // Whatever is open still: with its command, the process is over.
  if (!invocation.goesOn || code !== exitCodes.success) process.exit();
}, first);
forgetSwitchesThatAreOff(program);
if (first === "__complete") void propose();
else {
  // A reader that has seen enough, such as head, must not end a run half way.
  for (const stream of [stdout, stderr]) stream.on("error", ignoreGoneReader);
  program.parseAsync().catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  });
}

/** Answers the script of a shell (`commands/completion.ts`): who types sees no failure, only that nothing is proposed. */
async function propose(): Promise<void> {
  stdout.on("error", () => undefined);
  const proposed = import("./program/complete.ts").then((one) => one.candidatesFor(words, program));
  stdout.write((await proposed.catch(() => [])).map((line) => `${line}\n`).join(""));
}

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

/** When all that was written is with the reader, or there is none any more. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write("", () => resolve()));
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
