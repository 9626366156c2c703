/** Runs one command and presents its result. */
import { bugDiagnostic } from "../model/failure.ts";
import { asDiagnostic } from "./present/failure.ts";
import { present } from "./present/present.ts";
import { findUnwritable } from "./present/reports.ts";
import { ended, failure, type CommandResult } from "./present/result.ts";
import { contextOf, type Surroundings } from "./process/context.ts";
import { exitCodes, type ExitCode } from "./process/exit-codes.ts";
import type { Invocation } from "./program.ts";

interface FormFlags {
  readonly output?: string;
  readonly report?: readonly string[];
  readonly all?: boolean;
  readonly url?: string;
}

/** Runs a command. A known error becomes a diagnostic, others are bugs. */
export async function runCommand(
  { run, flags, everywhere }: Invocation,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { output = "text", report = [], all = false, url = "" } = flags as FormFlags;
  const outputOptions = { output, report, all };
  const context = contextOf(surroundings, everywhere, outputOptions);
  if (everywhere.chdir !== undefined) {
    const refusal = enter(everywhere.chdir);
    if (refusal !== undefined) return present(refusal, context);
  }
  const unwritable = findUnwritable(report);
  if (unwritable.length > 0)
    return present(failure(unwritable), {
      ...context,
      outputOptions: { ...outputOptions, report: [] },
    });
  let result: CommandResult;
  try {
    result = await run(context);
  } catch (error) {
    result = failure([asDiagnostic(error, url) ?? bugDiagnostic(error)]);
  }
  return present(result, context);
}

function enter(folder: string): CommandResult | undefined {
  try {
    process.chdir(folder);
    return undefined;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    return ended(exitCodes.usage, `error: --chdir ${folder} cannot be entered (${reason})\n`);
  }
}
