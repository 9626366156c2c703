/** `plumbline approve`: lets a watch run a plan that waits for approval, or lists such plans. */
import { digitsOf, SHORTEST_DIGEST } from "../../model/digest.ts";
import {
  findApprovable,
  loadApprovals,
  loadWaitingPlan,
  recordApproval,
  type ApprovalRequest,
  type Approvals,
  type Approving,
  type KeptPlan,
} from "../../reconciler/inventory/approvals.ts";
import type { StateStore } from "../../reconciler/inventory/state-store.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { readRunDocument, type PlanDocument } from "../../reconciler/report/documents.ts";
import { visibleText } from "../../reconciler/report/visible.ts";
import type { ApproveFlags } from "../flags/plan.ts";
import { ended, success, type CommandResult } from "../present/result.ts";
import { printPlan } from "../present/present.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { connectForReading, connectForWriting } from "../settings/connect.ts";
import { unlessAgreed } from "./agreement.ts";
import { onServer, type Given } from "./on-server.ts";

/**
 * Shows and approves the waiting plan with the digest; lists the waiting plans without a digest.
 */
export function runApprove(
  given: Given<ApproveFlags>,
  digest: string | undefined,
): Promise<CommandResult> {
  if (digest === undefined)
    return onServer(given, connectForReading, async ({ settings, connection }) => {
      const { name } = settings.estate;
      return list(await loadApprovals(connection.inventory.state, name), name);
    });
  return onServer(given, connectForWriting, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const { state } = connection.inventory;
    const found = findApprovable(await loadApprovals(state, name), digest);
    if ("refused" in found) return refuse(found.refused, digest);
    const { request: shown } = found;
    const plan = await loadWaitingPlan(state, name);
    const document = readRunDocument(plan);
    if (plan?.digest !== shown.digest || document?.type !== "plan") return notKept(shown);
    return (
      (await unlessShown(document, given)) ??
      (await record(shown, plan, { state, name }, given.context))
    );
  });
}

/** Shows the plan and asks; undefined when the user agrees. */
async function unlessShown(
  document: PlanDocument,
  { flags: { yes }, context }: Given<ApproveFlags>,
): Promise<CommandResult | undefined> {
  if (context.event === undefined) await printPlan(document, context);
  return unlessAgreed("Approve this plan?", yes, context);
}

async function record(
  shown: ApprovalRequest,
  plan: KeptPlan,
  { state, name }: { readonly state: StateStore; readonly name: string },
  context: CommandContext,
): Promise<CommandResult> {
  const { digest } = shown;
  const { who, host } = thisProcess(context.environment);
  const at = new Date(context.now()).toISOString();
  const result = await recordApproval(state, name, { digest, shown, by: `${who}@${host}`, at });
  if ("refused" in result) return refuse(result.refused, digest);
  const { request } = result;
  const text = `Approved: ${countsText(request)} (${request.digest}). The watch applies it next.\n`;
  return success({ estate: name, approved: request, plan }, text);
}

/**
 * An older watch stores no plan, or the waiting plan has changed: an unseen plan cannot be
 * approved.
 */
function notKept({ digest }: ApprovalRequest): CommandResult {
  const text = `The watch kept no plan of ${digest}: restart it with this version, or look again with plumbline approve.`;
  return ended(exitCodes.stale, `${text} Nothing was approved.\n`);
}

const refusals: Readonly<
  Record<Extract<Approving, { refused: unknown }>["refused"], readonly [ExitCode, string]>
> = {
  unknown: [
    exitCodes.stale,
    "No plan of this digest waits: it may be stale, as manifests or catalog have moved on. plumbline approve lists what waits.",
  ],
  ambiguous: [
    exitCodes.usage,
    "Several plans that wait begin with these digits: give more of them.",
  ],
  "not-liftable": [
    exitCodes.blocked,
    "This plan is stopped by something that cannot be approved: plumbline approve shows it.",
  ],
};

function refuse(refused: keyof typeof refusals, digest: string): CommandResult {
  if (digitsOf(digest).length < SHORTEST_DIGEST)
    return ended(
      exitCodes.usage,
      `Give at least ${SHORTEST_DIGEST} digits of the digest. Nothing was approved.\n`,
    );
  const [code, text] = refusals[refused];
  return ended(code, `${text} Nothing was approved.\n`);
}

function list({ waiting, approved }: Approvals, estate: string): CommandResult {
  const text =
    waiting.length === 0
      ? `No plan of the estate ${estate} waits for approval.\n`
      : visibleText(waiting.map((one) => renderRequest(one, approved)).join("\n"));
  return success({ estate, waiting, approved }, text);
}

function renderRequest(request: ApprovalRequest, approved: Approvals["approved"]): string {
  const { digest, created, blocks } = request;
  const already = approved.find((one) => one.digest === digest);
  return [
    digest,
    `  waits since ${created}: ${countsText(request)}`,
    ...blocks.map(({ message }) => `  Stopped: ${message}.`),
    ...(already === undefined ? [] : [`  approved by ${already.by} at ${already.at}`]),
    ...blocks.filter(({ allow }) => allow === null).map(({ hint }) => `  ${hint}`),
    "",
  ].join("\n");
}

function countsText({ summary }: ApprovalRequest): string {
  const parts = Object.entries(summary).filter(([, count]) => count > 0);
  return parts.length === 0 ? "no changes" : parts.map(([what, n]) => `${n} ${what}`).join(", ");
}
