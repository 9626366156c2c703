/** What an apply may run: a plan that is shown, is not blocked, and was agreed to. */
import { confirm, isCancel } from "@clack/prompts";
import { hasErrors, type Diagnostic } from "../../../model/diagnostic.ts";
import { isMeant } from "../../../model/digest.ts";
import { isSamePlan } from "../../../model/plan-digests.ts";
import { hasChanges, type Plan } from "../../../reconciler/engine/plan/plan.ts";
import {
  approved,
  type ApprovedPlan,
  type planEstate,
  type PlanMade,
} from "../../../reconciler/reconcile.ts";
import { differences } from "../../../reconciler/report/plan-difference.ts";
import type { Approval, PlanFile } from "../../../reconciler/report/plan-file.ts";
import type { RunWords } from "../../../reconciler/report/verdict.ts";
import type { ApplyFlags } from "../../flags/apply.ts";
import { printDiagnostics } from "../../present/present.ts";
import { ended, failure, type CommandResult } from "../../present/result.ts";
import type { CommandContext } from "../../process/context.ts";
import { exitCodes } from "../../process/exit-codes.ts";
import type { WritingConnection } from "../../settings/connect.ts";
import type { ServerSettings } from "../../settings/settings.ts";
import { approvalFor } from "../plan-files.ts";
import { stateRequestsOf } from "../plan.ts";
import type { Reporter } from "./report.ts";

/** What an apply works with. */
export interface Job extends ServerSettings {
  readonly flags: ApplyFlags;
  readonly context: CommandContext;
  /** The plan that was approved in a file. */
  readonly file: PlanFile | undefined;
  readonly connection: WritingConnection;
  readonly command: WritingCommand;
  readonly reporter: Reporter;
}

/** What a command that writes does: how it plans, and how people agree to a plan. */
export interface WritingCommand extends RunWords {
  readonly plan: typeof planEstate;
  /** Undefined when it may run; else what the command ends with. */
  readonly agree: (plan: Plan, job: Job) => Promise<CommandResult | undefined>;
}

const UNCHANGED = "Nothing was changed.\n";

/**
 * Plans, compares with what was approved and shows the plan unless it was shown before. A result
 * says that it must not run.
 */
export async function preparePlan(
  { settings, target, flags, context, connection, command, reporter }: Job,
  approval: Approval | undefined,
  shown: Plan | undefined,
): Promise<PlanMade | CommandResult> {
  const planned = await command.plan(settings.estate, connection);
  if (!planned.ok || hasErrors(planned.diagnostics)) return failure(planned.diagnostics);
  const { plan } = planned;
  if (approval !== undefined) {
    const other = differences(approval, approvalFor(planned, target.url), flags.plan);
    if (other.length > 0) return { ...failure(other), note: UNCHANGED };
  }
  if (flags.expect !== undefined && !isExpected(plan, flags.expect))
    return { ...failure([unexpected(plan, flags.expect)]), note: UNCHANGED };
  if (shown !== undefined && isSamePlan(plan, shown)) return planned;
  printDiagnostics(planned.diagnostics, context.err);
  reporter.plan(plan, target, stateRequestsOf(planned, settings));
  return planned;
}

/** The digest of what a plan shows, or that of its requests with the secrets that are given now. */
function isExpected({ digest, sealedDigest = "" }: Plan, expected: string): boolean {
  return isMeant(digest, expected) || isMeant(sealedDigest, expected);
}

function unexpected({ digest }: Plan, expected: string): Diagnostic {
  const message = `What would be done now is ${digest}, and not ${expected}: manifests, catalog or flags are others`;
  const hint = "Plan again, and have the new digest approved.";
  return { code: "plan-stale", severity: "error", message, hint };
}

/** The plan as one that may run; else why it is not run: blocked, nobody to ask, or the answer was no. */
export async function approve(
  planned: PlanMade,
  job: Job,
  agree: WritingCommand["agree"] = job.command.agree,
): Promise<ApprovedPlan | CommandResult> {
  const { file, command, reporter, target } = job;
  const { plan, desired } = planned;
  const end = { plan, desired, target, result: undefined, command };
  const runs = approved(planned);
  if (runs === undefined) {
    const about = file === undefined ? "" : "Dangers are accepted when the plan file is made.\n";
    const result = reporter.ran({ ...end, outcome: "blocked", code: exitCodes.blocked });
    return { ...result, note: `${UNCHANGED}${about}` };
  }
  const refusal = hasChanges(plan) ? await agree(plan, job) : undefined;
  if (refusal === undefined) return runs;
  const { code } = refusal;
  return { ...reporter.ran({ ...end, outcome: "declined", code }), ...refusal };
}

/** A plan in a file or of a digest was agreed to, and so was any with --yes; else somebody is asked. */
export async function agreeToApply(
  _plan: Plan,
  { file, flags, context }: Job,
): Promise<CommandResult | undefined> {
  if (flags.yes || flags.expect !== undefined || file !== undefined) return undefined;
  const people = context.people();
  if (people === undefined) {
    const note = `There is nobody to ask: give --yes to apply without a question. ${UNCHANGED}`;
    return ended(exitCodes.usage, note);
  }
  const answer = await confirm({ ...people, message: "Apply this plan?", initialValue: false });
  if (answer === true) return undefined;
  return ended(isCancel(answer) ? exitCodes.interrupted : exitCodes.success, UNCHANGED);
}

/** Somebody else held the lock meanwhile: what was agreed to must still be what is to be done. */
export async function planAgain(first: PlanMade, job: Job): Promise<ApprovedPlan | CommandResult> {
  const { flags, file, target } = job;
  const shown = flags.yes ? undefined : approvalFor(first, target.url);
  const approved = await preparePlan(job, file ?? shown, first.plan);
  if ("code" in approved) return approved;
  const isAgreed = file === undefined && !flags.yes;
  return approve(approved, job, isAgreed ? async () => undefined : undefined);
}
