/** `plumbline rehearse`: tries an apply on a copy of the catalog. The connection is read-only. */
import { formatAddress } from "../../model/address.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { StepReport } from "../../reconciler/engine/run/events.ts";
import type { Estate } from "../../reconciler/estate.ts";
import type { PlanMade } from "../../reconciler/reconcile.ts";
import type { WholeRehearsal } from "../../reconciler/report/document-schema.ts";
import { diagnosticDocuments, FORMAT_VERSION, planDocument } from "../../reconciler/report/json.ts";
import type { SentRequest } from "../../rehearsal/recorder.ts";
import { RehearsalInterruptedError } from "../../rehearsal/rehearsal-error.ts";
import { rehearse, type RehearsedRun } from "../../rehearsal/rehearse.ts";
import { VERSION } from "../../version.ts";
import { pathWithQuery } from "../../wire/request.ts";
import { type CommandResult, failure } from "../present/result.ts";
import { type ExitCode, exitCodes } from "../process/exit-codes.ts";
import { withSignals } from "../process/context.ts";
import { connectForReading } from "../settings/connect.ts";
import { withInput } from "../settings/selection.ts";
import type { Target } from "../settings/settings.ts";
import { type Given, onServer } from "./on-server.ts";
import { drawnLater } from "./pictures/drawn-later.ts";
import { keepStyles } from "./pictures/met-styles.ts";

/** Runs the plan on a copy and reports the result. */
export async function runRehearse(given: Given): Promise<CommandResult> {
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
      return {
        code,
        diagnostics: [...planned.diagnostics, ...run.result.diagnostics],
        document: rehearsalDocument({ planned, run, code }, target),
        page: drawnLater(planned, kept),
      };
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

interface Shown {
  readonly planned: PlanMade;
  readonly run: RehearsedRun;
  readonly code: ExitCode;
}

/** A write on the copy; `report` is undefined for writes of the state. */
interface Call {
  readonly sent: SentRequest;
  readonly report: StepReport | undefined;
}

/** Matches writes with the steps of the plan and of the rollback. */
function callsOf({ result, calls }: RehearsedRun): readonly Call[] {
  const { reports, rollbacks } = result.execution;
  const open = [...reports, ...rollbacks].filter(({ outcome }) => outcome !== "skipped");
  return calls.map((sent) => {
    const at = open.findIndex(
      ({ step: { request } }) =>
        request.method === sent.method && pathWithQuery(request) === sent.path,
    );
    const [report] = at === -1 ? [] : open.splice(at, 1);
    return { sent, report };
  });
}

const verdicts: Partial<Readonly<Record<ExitCode, string>>> = {
  [exitCodes.success]: "Predicted: every request works, and a plan after them has nothing to do.",
  [exitCodes.partial]: "Predicted: not everything works; the reasons are above.",
  [exitCodes.blocked]: "Predicted: apply stops before the first request; what stops it is above.",
  [exitCodes.error]: "The rehearsed part works; the rest is unknown.",
  [exitCodes.interrupted]: "Ended before everything was tried.",
};

function rehearsalDocument(
  { planned, run, code }: Shown,
  { name, url }: Pick<Target, "name" | "url">,
): WholeRehearsal {
  const { result, notRehearsed, gaps, leftovers, converged } = run;
  const { reports } = result.execution;
  return {
    type: "rehearsal",
    format_version: FORMAT_VERSION,
    complete: !notRehearsed.some(({ unlike }) => unlike),
    plan: planDocument(planned.plan, { name, url, version: VERSION }),
    calls: callsOf(run).map(callDocument),
    not_tried: reports
      .filter(({ outcome }) => outcome === "skipped")
      .map(({ step }) => ({ summary: step.summary, addresses: step.addresses.map(formatAddress) })),
    not_rehearsed: notRehearsed,
    not_copied: gaps.map(({ address, reason }) => ({ address: formatAddress(address), reason })),
    lost: result.execution.unrestored.map(({ live }) => formatAddress(live.address)),
    leftovers,
    foretold: {
      converged,
      exit_code: code,
      done: reports.filter(({ outcome }) => outcome === "done").length,
      verdict: verdicts[code] ?? "",
    },
    diagnostics: diagnosticDocuments([...planned.diagnostics, ...result.diagnostics]),
  };
}

function callDocument({ sent, report }: Call): WholeRehearsal["calls"][number] {
  const { method, path, status, milliseconds } = sent;
  return {
    method,
    path,
    status: status ?? null,
    milliseconds,
    bookkeeping: report === undefined,
    summary: report?.step.summary ?? null,
    addresses: (report?.step.addresses ?? []).map(formatAddress),
    outcome: report?.outcome ?? null,
    message: report?.message ?? null,
  };
}
