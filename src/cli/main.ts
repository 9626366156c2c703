/** The executable: runs the command line of this process. */
import { CommanderError, type Command } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { buildProgram } from "./program.ts";

const program = buildProgram((code) => {
  process.exitCode = code;
});
forgetSwitchesThatAreOff(program);
// Whoever read the output may have seen enough; what is under way goes on to its end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
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
