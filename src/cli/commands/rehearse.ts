/** `plumbline rehearse`: tries an apply on a copy of the catalog. The connection is read-only. */
import { hasErrors } from "../../model/diagnostic.ts";
import type { Estate } from "../../reconciler/estate.ts";
import { RehearsalInterruptedError } from "../../rehearsal/rehearsal-error.ts";
import { rehearse, type RehearsedRun } from "../../rehearsal/rehearse.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { withSignals } from "../process/signals.ts";
import { connectForReading } from "../settings/connect.ts";
import { withInput } from "../settings/selection.ts";
import { onServer, type Given } from "./on-server.ts";
import { keepStyles } from "./pictures/met-styles.ts";
import { drawnLater } from "./pictures/drawn-later.ts";
import { rehearsalResult } from "./rehearse/report.ts";

/** Runs the plan on a copy and reports the result. */
export async function runRehearse(given: Given<PlanFlags>): Promise<CommandResult> {
  const { context } = given;
  return onServer(await withInput(given), connectForReading, ({ settings, target, connection }) =>
    withSignals(context, async (interrupted) => {
      const estate: Estate = { ...settings.estate, secrets: "made-up" };
      const kept = keepStyles(context.outputOptions);
      const listening = { ...connection, met: kept?.met };
      const found = await unlessEnded(() => rehearse(estate, listening, { interrupted }));
      if (found === undefined) return { code: exitCodes.interrupted };
      const { planned, run } = found;
      if (!planned.ok || run === undefined || hasErrors(planned.diagnostics))
        return failure(planned.diagnostics);
      const code = interrupted()
        ? exitCodes.interrupted
        : codeFor(run, { blocked: planned.plan.blocks.length > 0 });
      const result = rehearsalResult({ planned, run, code }, target);
      return { ...result, ...drawnLater(planned, kept) };
    }),
  );
}

async function unlessEnded<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RehearsalInterruptedError) return undefined;
    throw error;
  }
}

/** The exit code of a real apply; an error where parts could not be rehearsed. */
function codeFor(run: RehearsedRun, { blocked }: { readonly blocked: boolean }): ExitCode {
  if (blocked) return exitCodes.blocked;
  if (!run.converged) return exitCodes.partial;
  return run.notRehearsed.some(({ unlike }) => unlike) ? exitCodes.error : exitCodes.success;
}
