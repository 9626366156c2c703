/** Makes the plan that an apply may run: shown, not blocked, and approved. */
import { confirm, isCancel } from "@clack/prompts";
import { fault, hasErrors, type Diagnostic } from "../../../model/diagnostic.ts";
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
import type { ApplyFlags } from "../../flags/plan.ts";
import { printDiagnostics } from "../../present/present.ts";
import { ended, failure, type CommandResult } from "../../present/result.ts";
import type { CommandContext } from "../../process/context.ts";
import { exitCodes } from "../../process/exit-codes.ts";
import type { WritingConnection } from "../../settings/connect.ts";
import type { ServerSettings } from "../../settings/settings.ts";
import type { VerifyAccount } from "../../settings/verify-accounts.ts";
import { approvalFor } from "../plan-files.ts";
import { stateRequestsOf } from "../plan.ts";
import type { Reporter } from "./report.ts";

export interface Job extends ServerSettings {
  readonly flags: ApplyFlags;
  readonly context: CommandContext;
  readonly file: PlanFile | undefined;
  readonly connection: WritingConnection;
  readonly command: WritingCommand;
  readonly reporter: Reporter;
  /** Those that look at maps afterwards. */
  readonly accounts: readonly VerifyAccount[];
}

export interface WritingCommand extends RunWords {
  readonly plan: typeof planEstate;
  /** Undefined when the plan may run; else the result to end with. */
  readonly agree: (plan: Plan, job: Job) => Promise<CommandResult | undefined>;
}

const UNCHANGED = "Nothing was changed.\n";

/**
 * Plans, compares with the approval, and shows a new plan. A CommandResult means that the plan must
 * not run.
 */
export async function preparePlan(
  job: Job,
  approval: Approval | undefined,
  shown: Plan | undefined,
): Promise<PlanMade | CommandResult> {
  const { settings, target, flags, context, connection, command, reporter } = job;
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
  // Quiet is the result: the plan is for those who are asked, and says why it must not run.
  const isShown = !context.isQuiet || !isAgreed(job) || approved(planned) === undefined;
  await reporter.plan(plan, target, stateRequestsOf(planned, settings), isShown);
  return planned;
}

/** Matches the plan's digest, or the digest of its requests with the current secrets. */
function isExpected({ digest, sealedDigest = "" }: Plan, expected: string): boolean {
  return isMeant(digest, expected) || isMeant(sealedDigest, expected);
}

function unexpected({ digest }: Plan, expected: string): Diagnostic {
  const message = `The current plan has the digest ${digest}, not ${expected}: manifests, catalog or flags differ`;
  const hint = "Plan again, and have the new digest approved.";
  return fault("plan-stale", message, { hint });
}

/** The plan as approved, or the result that says why it does not run. */
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

/** Whether a plan file, --expect or --yes approves the plan ahead. */
function isAgreed({ file, flags }: Pick<Job, "file" | "flags">): boolean {
  return flags.yes === true || flags.expect !== undefined || file !== undefined;
}

/** Asks the user where nothing else approves the plan. */
export async function agreeToApply(_plan: Plan, job: Job): Promise<CommandResult | undefined> {
  if (isAgreed(job)) return undefined;
  const people = job.context.people();
  if (people === undefined) {
    const note = `No terminal to ask on: give --yes to apply without a question. ${UNCHANGED}`;
    return ended(exitCodes.usage, note);
  }
  const answer = await confirm({ ...people, message: "Apply this plan?", initialValue: false });
  if (answer === true) return undefined;
  return ended(isCancel(answer) ? exitCodes.interrupted : exitCodes.success, UNCHANGED);
}

/** Another run held the lock in between: the new plan must still match the approved one. */
export async function planAgain(first: PlanMade, job: Job): Promise<ApprovedPlan | CommandResult> {
  const { flags, file, target } = job;
  const shown = flags.yes ? undefined : approvalFor(first, target.url);
  const approved = await preparePlan(job, file ?? shown, first.plan);
  if ("code" in approved) return approved;
  const isAgreed = file === undefined && !flags.yes;
  return approve(approved, job, isAgreed ? async () => undefined : undefined);
}
