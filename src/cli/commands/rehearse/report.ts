/** Reports a rehearsal: the plan, each request with its response, and what was not tried. */
import { formatAddress } from "../../../model/address.ts";
import { graphOfDeclared } from "../../../reconciler/engine/inspect/graph.ts";
import type { StepReport } from "../../../reconciler/engine/run/events.ts";
import type { PlanMade } from "../../../reconciler/reconcile.ts";
import type { WholeRehearsal } from "../../../reconciler/report/document-schema.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  planDocument,
} from "../../../reconciler/report/json.ts";
import type { SentRequest } from "../../../rehearsal/recorder.ts";
import type { RehearsedRun } from "../../../rehearsal/rehearse.ts";
import { VERSION } from "../../../version.ts";
import { pathWithQuery } from "../../../wire/request.ts";
import type { CommandResult } from "../../present/result.ts";
import { exitCodes, type ExitCode } from "../../process/exit-codes.ts";
import type { Target } from "../../settings/settings.ts";

export interface Shown {
  readonly planned: PlanMade;
  readonly run: RehearsedRun;
  readonly code: ExitCode;
}

/** A write on the copy; `report` is undefined for writes of the state. */
interface Call {
  readonly sent: SentRequest;
  readonly report: StepReport | undefined;
}

export function rehearsalResult(shown: Shown, target: Pick<Target, "name" | "url">): CommandResult {
  const { planned, run, code } = shown;
  const diagnostics = [...planned.diagnostics, ...run.result.diagnostics];
  const graph = () => graphOfDeclared(planned.desired.state.resources);
  return { code, diagnostics, document: rehearsalDocument(shown, target), graph };
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
  [exitCodes.error]: "Nothing can be predicted of what is not rehearsed; the rest works.",
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
    lost: unrestoredIn(run),
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

function unrestoredIn({ result }: RehearsedRun): readonly string[] {
  return result.execution.unrestored.map(({ live }) => formatAddress(live.address));
}
