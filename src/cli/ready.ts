/** What an apply may run: a plan that is shown, is not blocked, and was agreed to. */
import { confirm, isCancel } from "@clack/prompts";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import { isMeant } from "../model/digest.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan/plan.ts";
import { planEstate, type Planned } from "../reconciler/reconcile.ts";
import { differences } from "../reconciler/report/plan-difference.ts";
import type { Approval, PlanFile } from "../reconciler/report/plan-file.ts";
import type { Teller } from "./apply-report.ts";
import type { WritingConnection } from "./connect.ts";
import { tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { note } from "./output.ts";
import type { PlanFlags } from "./plan.ts";
import { approvalFor } from "./plan-files.ts";
import type { Settings, Target } from "./settings.ts";

/** Flags of `apply`. */
export interface ApplyFlags extends PlanFlags {
  readonly yes?: boolean;
  /** A plan file to run. */
  readonly plan?: string;
  /** Digest of the only plan to run, or its first digits. */
  readonly expect?: string;
  /** Milliseconds to wait for somebody else's lock. */
  readonly lockTimeout?: number;
}

/** What an apply works with. */
export interface Job {
  readonly settings: Settings;
  readonly target: Target;
  readonly flags: ApplyFlags;
  /** The plan that was approved in a file. */
  readonly file: PlanFile | undefined;
  readonly connection: WritingConnection;
  readonly work: Work;
  readonly teller: Teller;
}

/** What a command that writes does: how it plans, and how people agree to a plan. */
export interface Work {
  readonly command: "apply" | "destroy";
  readonly plan: typeof planEstate;
  /** Undefined when it may run; else what the command ends with. */
  readonly agree: (plan: Plan, job: Job) => Promise<ExitCode | undefined>;
  /** What is said at the end of a run that did everything. */
  readonly done: string;
  /** The same of a run over a part of the estate. */
  readonly donePart: string;
}

/** A plan that may run as far as manifests and approval are concerned. */
export interface Ready {
  readonly planned: Planned;
  readonly plan: Plan;
}

/**
 * Plans, compares with what was approved and shows the plan unless it was shown before. An exit
 * code says that it must not run.
 */
export async function makeReady(
  { settings, target, flags, connection, work, teller }: Job,
  approval: Approval | undefined,
  shown: Plan | undefined,
): Promise<Ready | ExitCode> {
  const planned = await work.plan(settings.estate, connection);
  const { plan } = planned;
  if (plan === undefined || hasErrors(planned.diagnostics)) return teller.fail(planned.diagnostics);
  if (approval !== undefined) {
    const other = differences(approval, approvalFor(planned, plan, target.url), flags.plan);
    if (other.length > 0) {
      note("Nothing was changed.\n");
      return teller.fail(other);
    }
  }
  if (flags.expect !== undefined && !isExpected(plan, flags.expect)) {
    note("Nothing was changed.\n");
    return teller.fail([unexpected(plan, flags.expect)]);
  }
  if (plan.digest === shown?.digest) return { planned, plan };
  tell(planned.diagnostics);
  teller.plan(plan, target);
  return { planned, plan };
}

/** A digest that was made without secrets stands for the plan with those that are given now. */
function isExpected({ digest, openDigest }: Plan, expected: string): boolean {
  return isMeant(digest, expected) || isMeant(openDigest, expected);
}

function unexpected({ digest }: Plan, expected: string): Diagnostic {
  const message = `What would be done now is ${digest}, and not ${expected}: manifests, catalog or flags are others`;
  const hint = "Plan again, and have the new digest approved.";
  return { code: "plan-stale", severity: "error", message, hint };
}

/** Why a plan is not run: blocked, nobody to ask, or the answer was no. */
export async function refuse({ plan }: Ready, job: Job): Promise<ExitCode | undefined> {
  const { file, work, teller, target } = job;
  const end = { plan, target, result: undefined, work };
  if (plan.blocks.length > 0) {
    note("Nothing was changed.\n");
    if (file !== undefined) note("Dangers are accepted when the plan file is made.\n");
    return teller.end({ ...end, outcome: "blocked", code: exitCodes.blocked });
  }
  const code = hasChanges(plan) ? await work.agree(plan, job) : undefined;
  return code === undefined ? undefined : teller.end({ ...end, outcome: "declined", code });
}

/** A plan in a file or of a digest was agreed to, and so was any with --yes; else somebody is asked. */
export async function agreeToApply(
  _plan: Plan,
  { file, flags }: Job,
): Promise<ExitCode | undefined> {
  if (flags.yes || flags.expect !== undefined || file !== undefined) return undefined;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    note("There is nobody to ask: give --yes to apply without a question. Nothing was changed.\n");
    return exitCodes.usage;
  }
  const answer = await confirm({
    message: "Apply this plan?",
    initialValue: false,
    output: process.stderr,
  });
  if (answer === true) return undefined;
  note("Nothing was changed.\n");
  return isCancel(answer) ? exitCodes.interrupted : exitCodes.success;
}

/** Somebody else held the lock meanwhile: what was agreed to must still be what is to be done. */
export async function planAgain(first: Ready, job: Job): Promise<Ready | ExitCode> {
  const { flags, file, target } = job;
  const shown = flags.yes ? undefined : approvalFor(first.planned, first.plan, target.url);
  const ready = await makeReady(job, file ?? shown, first.plan);
  const isAgreed = file === undefined && !flags.yes;
  if (typeof ready === "number" || isAgreed) return ready;
  return (await refuse(ready, job)) ?? ready;
}
