/** `plumbline approve`: lets a plan run that a watch waits with, or lists what waits. */
import { digitsOf, SHORTEST_DIGEST } from "../../model/digest.ts";
import {
  approve,
  changeApprovals,
  loadApprovals,
  type ApprovalRequest,
  type Approvals,
  type Approving,
} from "../../reconciler/inventory/approvals.ts";
import type { Books } from "../../reconciler/inventory/books.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { connectForReading, connectForWriting } from "../settings/connect.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument, note } from "../process/output.ts";
import { DEFAULT_PATHS } from "../flags/option.ts";
import type { EstateFlags } from "../settings/settings.ts";
import { thisProcess } from "../process/this-process.ts";

/** Flags of `approve`. */
export interface ApproveFlags extends EstateFlags {
  readonly output: "text" | "json";
}

/** Approves the waiting plan with that digest; without one it lists what waits. */
export function runApprove(digest: string | undefined, flags: ApproveFlags): Promise<ExitCode> {
  if (digest === undefined)
    return onServer(DEFAULT_PATHS, flags, connectForReading, async ({ settings, connection }) => {
      const { name } = settings.estate;
      list(await loadApprovals(connection.inventory.books, name), name, flags.output);
      return exitCodes.success;
    });
  return onServer(DEFAULT_PATHS, flags, connectForWriting, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const came = await record(connection.inventory.books, name, digest);
    if ("refused" in came) return refuse(came.refused, digest);
    const { request } = came;
    if (flags.output === "json")
      jsonDocument({ format_version: FORMAT_VERSION, estate: name, approved: request });
    else
      document(
        `Approved: ${countsText(request)} (${request.digest}). The watch applies it next.\n`,
      );
    return exitCodes.success;
  });
}

async function record(books: Books, estate: string, digest: string): Promise<Approving> {
  const { who, host } = thisProcess();
  let came: Approving = { refused: "unknown" };
  await changeApprovals(books, estate, (before) => {
    came = approve(before, digest, { by: `${who}@${host}`, at: new Date().toISOString() });
    return "refused" in came ? before : came.approvals;
  });
  return came;
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

function refuse(refused: keyof typeof refusals, digest: string): ExitCode {
  if (digitsOf(digest).length < SHORTEST_DIGEST) {
    note(`Give at least ${SHORTEST_DIGEST} digits of the digest. Nothing was approved.\n`);
    return exitCodes.usage;
  }
  const [code, text] = refusals[refused];
  note(`${text} Nothing was approved.\n`);
  return code;
}

function list({ waiting, approved }: Approvals, estate: string, output: "text" | "json"): void {
  if (output === "json")
    jsonDocument({ format_version: FORMAT_VERSION, estate, waiting, approved });
  else if (waiting.length === 0) document(`No plan of the estate ${estate} waits for approval.\n`);
  else document(waiting.map((one) => renderRequest(one, approved)).join("\n"));
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
