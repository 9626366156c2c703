/** `plumbline drift`: what somebody else changed since the last apply. Reads only. */
import { formatAddress } from "../../model/address.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { findDrift, type DriftResult } from "../../reconciler/reconcile.ts";
import { fieldText } from "../../reconciler/report/field-text.ts";
import {
  diagnosticDocuments,
  fieldDocument,
  FORMAT_VERSION,
} from "../../reconciler/report/json.ts";
import { renderDrift } from "../../reconciler/report/run-text.ts";
import { connectForReading } from "../settings/connect.ts";
import { endRun, tell } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { onServer } from "./on-server.ts";
import type { PlanFlags } from "./plan.ts";
import { tellRun } from "../present/reports.ts";
import { withoutSecrets } from "../settings/settings.ts";

/** Finds drift and prints it. */
export function runDrift(paths: readonly string[], flags: PlanFlags): Promise<ExitCode> {
  return onServer(paths, flags, connectForReading, async ({ settings, target, connection }) => {
    const result = await findDrift(withoutSecrets(settings.estate), connection);
    if (hasErrors(result.diagnostics)) return endRun(flags, result.diagnostics);
    tell(result.diagnostics);
    const document = driftDocument(result, { estate: settings.estate.name, url: target.url });
    await tellRun(flags, { document, text: (paint) => renderDrift(document, paint) });
    return result.drifted.length > 0 ? exitCodes.changes : exitCodes.success;
  });
}

function driftDocument(
  { drifted, checked, diagnostics }: DriftResult,
  { estate, url }: { readonly estate: string; readonly url: string },
) {
  return {
    type: "drift" as const,
    format_version: FORMAT_VERSION,
    estate,
    target: { url },
    checked,
    drifted: drifted.map(({ address, gone, fields }) => ({
      address: formatAddress(address),
      gone,
      fields: fields.map((field) => {
        const { label, before, after } = field;
        const told = fieldDocument(field);
        // What was applied came first, and what is there now came after it.
        const text = fieldText({ ...field, before: after, after: before }, "update") ?? "";
        return { field: field.field, label, live: told.before, applied: told.after, text };
      }),
    })),
    complete: true,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}
