/** Plan files on disk: replaced as a whole, mode 0600, read up to a size limit. */
import { readFile, stat } from "node:fs/promises";
import { planFile as limits } from "../../model/limits.ts";
import { restRoot } from "../../reconciler/client/http.ts";
import type { PlanMade } from "../../reconciler/reconcile.ts";
import type { PlanDocument } from "../../reconciler/report/documents.ts";
import {
  approvalOf,
  selectionTexts,
  parsePlanFile,
  renderPlanFile,
  type Approval,
  type PlanContext,
  type ReadPlanFile,
} from "../../reconciler/report/plan-file.ts";
import { VERSION } from "../../version.ts";
import { replaceFile } from "../process/writing.ts";
import type { Settings, Target } from "../settings/settings.ts";

/** The current context that a plan file is compared with. */
export function contextOf({ estate }: Settings, { url }: Target, now: number): PlanContext {
  return { estate: estate.name, url: restRoot(url).href, version: VERSION, now };
}

/** A plan in the form that approvals compare. */
export function approvalFor(
  { plan, desired }: PlanMade,
  url: string,
  stateRequests?: number,
): Approval {
  return approvalOf(plan, desired.state.resources, { url, version: VERSION, stateRequests });
}

export async function writePlanFile(
  file: string,
  approval: Approval,
  { settings, context }: { readonly settings: Settings; readonly context: PlanContext },
  expiresMs: number = limits.expiresMs,
): Promise<void> {
  const { prune, allow, replace } = settings.estate;
  const { selection } = approval.plan as Partial<Pick<PlanDocument, "selection">>;
  const selected = selection ? selectionTexts(selection) : undefined;
  const terms = { expiresMs, prune, allow, selection: selected, replace };
  const text = renderPlanFile(approval, context, terms);
  await replaceFile(file, text, 0o600);
}

/** Rejects when the file is missing. */
export async function readPlanFile(file: string): Promise<ReadPlanFile> {
  const { size } = await stat(file);
  return parsePlanFile(size > limits.fileBytes ? "" : await readFile(file, "utf8"), file);
}
