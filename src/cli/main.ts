/** The executable: runs the command line of this process. */
import { CommanderError, type Command } from "commander";
import { exitCodes } from "./process/exit-codes.ts";
import { buildProgram } from "./program.ts";

const program = buildProgram((code) => {
  process.exitCode = code;
}, process.argv[2]);
forgetSwitchesThatAreOff(program);
// A reader that has seen enough, such as head, must not end a run half way.
for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreGoneReader);
// With nothing left to wait for, the process need not put away what the system takes back anyway.
process.once("beforeExit", () => process.exit());
program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
});

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
