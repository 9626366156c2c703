/** The executable: runs the command line of this process. */
import { CommanderError } from "commander";
import { exitCodes } from "./exit-codes.ts";
import { buildProgram } from "./program.ts";

const program = buildProgram((code) => {
  process.exitCode = code;
});
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
}
