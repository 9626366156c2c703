/** `plumbline rehearse`: what an apply would do, tried on a copy. Holds a connection that can only read. */
import { hasErrors } from "../../model/diagnostic.ts";
import type { Estate } from "../../reconciler/reconcile.ts";
import { rehearse, type RehearsedRun } from "../../rehearsal/rehearse.ts";
import { RehearsalInterruptedError } from "../../rehearsal/copying.ts";
import { connectForReading } from "../settings/connect.ts";
import { endRun, tell } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { onServer } from "./on-server.ts";
import type { PlanFlags } from "./plan.ts";
import { showRehearsal } from "./rehearse/report.ts";
import { withSignals } from "../process/signals.ts";

/** Plans, runs the plan on a copy, and tells what came of it. */
export function runRehearse(paths: readonly string[], flags: PlanFlags): Promise<ExitCode> {
  return onServer(paths, flags, connectForReading, ({ settings, target, connection }) =>
    withSignals(async (interrupted) => {
      const estate: Estate = { ...settings.estate, secrets: "made-up" };
      const found = await unlessEnded(() => rehearse(estate, connection, { interrupted }));
      if (found === undefined) return exitCodes.interrupted;
      const { planned, run } = found;
      const { plan } = planned;
      if (plan === undefined || run === undefined || hasErrors(planned.diagnostics))
        return endRun(flags, planned.diagnostics);
      tell(planned.diagnostics);
      const code = interrupted()
        ? exitCodes.interrupted
        : codeFor(run, { blocked: plan.blocks.length > 0 });
      await showRehearsal({ planned, plan, run, code }, flags, target);
      return code;
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

/** What an apply would end with; what could not be copied leaves that open, which is an error. */
function codeFor(run: RehearsedRun, { blocked }: { readonly blocked: boolean }): ExitCode {
  if (blocked) return exitCodes.blocked;
  if (!run.converged) return exitCodes.partial;
  return run.notRehearsed.some(({ unlike }) => unlike) ? exitCodes.error : exitCodes.success;
}
