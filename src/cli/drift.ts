/** `plumbline drift`: what somebody else changed since the last apply. Reads only. */
import { formatAddress } from "../model/address.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { findDrift, type DriftResult } from "../reconciler/reconcile.ts";
import { diagnosticDocuments, fieldDocument, FORMAT_VERSION } from "../reconciler/report/json.ts";
import { connectForReading } from "./connect.ts";
import { endWithErrors, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument } from "./output.ts";
import type { PlanFlags } from "./plan.ts";

/** Finds drift and prints it. */
export function runDrift(paths: readonly string[], flags: PlanFlags): Promise<ExitCode> {
  return onServer(paths, flags, connectForReading, async ({ settings, connection }) => {
    const result = await findDrift(settings.estate, connection);
    if (hasErrors(result.diagnostics)) return endWithErrors(result.diagnostics, flags.output);
    tell(result.diagnostics);
    if (flags.output === "json") jsonDocument(driftDocument(result));
    else document(renderDrift(result));
    return result.drifted.length > 0 ? exitCodes.changes : exitCodes.success;
  });
}

function driftDocument({ drifted, checked, diagnostics }: DriftResult) {
  return {
    format_version: FORMAT_VERSION,
    checked,
    drifted: drifted.map(({ address, gone, fields }) => ({
      address: formatAddress(address),
      gone,
      fields: fields.map((field) => {
        const { before, after } = fieldDocument(field);
        return { field: field.field, live: before, applied: after };
      }),
    })),
    complete: true,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}

function renderDrift({ drifted, checked }: DriftResult): string {
  if (drifted.length === 0)
    return `No drift. ${checked} owned objects are as they were last applied.\n`;
  const lines = drifted.map(({ address, gone, fields }) => {
    const what = gone ? "is gone" : `changed: ${fields.map(({ label }) => label).join(", ")}`;
    return `  ${formatAddress(address)}  ${what}\n`;
  });
  return `Drift in ${drifted.length} of ${checked} owned objects:\n${lines.join("")}`;
}
