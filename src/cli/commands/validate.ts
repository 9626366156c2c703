/** `plumbline validate`: everything that can be said without a server. */
import { hasErrors } from "../../model/diagnostic.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import { checkArtefacts } from "../../reconciler/manifest/resolve.ts";
import { loadEstate } from "../../reconciler/reconcile.ts";
import type { ValidationDocument } from "../../reconciler/report/documents.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { ValidateFlags } from "../flags/validate.ts";
import { failure, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { withInput } from "../settings/selection.ts";
import { findSettings, withoutSecrets } from "../settings/settings.ts";

/** Checks manifests and the files they name, all of them, and reports everything at once. */
export async function runValidate(
  paths: readonly string[],
  given: ValidateFlags,
  { environment, stdin }: CommandContext,
): Promise<CommandResult> {
  const flags = await withInput(given, stdin);
  const { settings, diagnostics: faults } = await findSettings(paths, flags, {
    environment,
    needsServer: false,
  });
  if (settings === undefined) return failure(faults);
  const desired = await loadEstate(withoutSecrets(settings.estate), bodyStore());
  const artefacts = await checkArtefacts(desired.state);
  const diagnostics = [...faults, ...desired.diagnostics, ...artefacts];
  const { manifests, resources } = desired.state;
  const valid =
    flags.strict === true
      ? diagnostics.every(({ severity }) => severity === "info")
      : !hasErrors(diagnostics);
  const document: ValidationDocument = {
    type: "validation",
    format_version: FORMAT_VERSION,
    valid,
    manifests,
    objects: resources.length,
    diagnostics: diagnosticDocuments(diagnostics),
  };
  const code = valid ? exitCodes.success : exitCodes.error;
  return { code, diagnostics, document };
}
