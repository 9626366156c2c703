/** `plumbline drift`: what others changed since the last apply. Reads only. */
import { formatAddress } from "../../model/address.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { UnlikeFile } from "../../reconciler/kind.ts";
import { findDriftFrom, type DriftResult } from "../../reconciler/drift.ts";
import type { WholeDrift } from "../../reconciler/report/document-schema.ts";
import { fieldText } from "../../reconciler/report/field-text.ts";
import {
  diagnosticDocuments,
  fieldDocument,
  FORMAT_VERSION,
} from "../../reconciler/report/json.ts";
import { differenceDocuments } from "../../reconciler/report/unlike.ts";
import { reversed } from "../../wire/difference.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import { withoutSecrets } from "../settings/settings.ts";
import { onServer, type Given } from "./on-server.ts";
import { perTarget } from "./per-target.ts";
import { driftDrawnLater } from "./pictures/drawn-later.ts";
import { keepStyles } from "./pictures/met-styles.ts";

/** Finds drift, on each selected target. */
export function runDrift(given: Given): Promise<CommandResult> {
  return perTarget(given, driftOne);
}

function driftOne(given: Given): Promise<CommandResult> {
  return onServer(given, connectForReading, async ({ settings, target, connection }) => {
    const { estate } = settings;
    const kept = keepStyles(given.context.outputOptions);
    const listening = { ...connection, met: kept?.met };
    const found = await findDriftFrom(withoutSecrets(estate), listening);
    const { drifted, diagnostics } = found;
    if (hasErrors(diagnostics)) return failure(diagnostics);
    const document = driftDocument(found, { estate: estate.name, url: target.url });
    return {
      code: drifted.length > 0 ? exitCodes.changes : exitCodes.success,
      diagnostics,
      document,
      page: driftDrawnLater(found, kept),
      differs: new Map(drifted.map(({ address }) => [formatAddress(address), "drifted"])),
    };
  });
}

function driftDocument(
  { drifted, checked, diagnostics }: DriftResult,
  { estate, url }: { readonly estate: string; readonly url: string },
): WholeDrift {
  return {
    type: "drift",
    format_version: FORMAT_VERSION,
    estate,
    target: { url },
    checked,
    drifted: drifted.map(({ address, gone, fields, unlike = [], changed = null }) => ({
      address: formatAddress(address),
      gone,
      fields: fields.map((field) => {
        const { label, before, after } = field;
        const shown = fieldDocument(field);
        // The applied value is shown first, the live value second.
        const text = fieldText({ ...field, before: after, after: before }, "update") ?? "";
        return { field: field.field, label, live: shown.before, applied: shown.after, text };
      }),
      differences: differenceDocuments(unlike.map(turned)),
      changed,
    })),
    complete: true,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}

/** The change of a file since the apply. */
function turned({ state, differences, ...file }: UnlikeFile): UnlikeFile {
  const others = { added: "removed", removed: "added", changed: "changed" } as const;
  return { ...file, state: others[state], differences: differences.map(reversed) };
}
