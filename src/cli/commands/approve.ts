/** `plumbline approve`: lets a plan run that a watch waits with, or lists what waits. */
import { digitsOf, SHORTEST_DIGEST } from "../../model/digest.ts";
import {
  loadApprovals,
  recordApproval,
  type ApprovalRequest,
  type Approvals,
  type Approving,
} from "../../reconciler/inventory/approvals.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { EstateFlags } from "../flags/estate.ts";
import { DEFAULT_PATHS } from "../flags/option.ts";
import { ended, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { connectForReading, connectForWriting } from "../settings/connect.ts";
import { onServer } from "./on-server.ts";

/** Approves the waiting plan with that digest; without one it lists what waits. */
export function runApprove(
  digest: string | undefined,
  flags: EstateFlags,
  context: CommandContext,
): Promise<CommandResult> {
  const given = { paths: DEFAULT_PATHS, flags, context };
  if (digest === undefined)
    return onServer(given, connectForReading, async ({ settings, connection }) => {
      const { name } = settings.estate;
      return list(await loadApprovals(connection.inventory.state, name), name);
    });
  return onServer(given, connectForWriting, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const { who, host } = thisProcess(context.environment);
    const at = new Date(context.now()).toISOString();
    const approval = { digest, by: `${who}@${host}`, at };
    const result = await recordApproval(connection.inventory.state, name, approval);
    if ("refused" in result) return refuse(result.refused, digest);
    const { request } = result;
    const document = { format_version: FORMAT_VERSION, estate: name, approved: request };
    const text = `Approved: ${countsText(request)} (${request.digest}). The watch applies it next.\n`;
    return { code: exitCodes.success, document, text };
  });
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
    "Something stops this plan that nobody can accept: plumbline approve says what.",
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
  const document = { format_version: FORMAT_VERSION, estate, waiting, approved };
  const text =
    waiting.length === 0
      ? `No plan of the estate ${estate} waits for approval.\n`
      : waiting.map((one) => renderRequest(one, approved)).join("\n");
  return { code: exitCodes.success, document, text };
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
