/** `plumbline validate`: everything that can be said without a server. */
import { hasErrors } from "../model/diagnostic.ts";
import { bodyStore } from "../reconciler/manifest/artefacts.ts";
import { checkArtefacts } from "../reconciler/manifest/resolve.ts";
import { loadEstate } from "../reconciler/reconcile.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../reconciler/report/json.ts";
import { endWithErrors, ending, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, jsonDocument } from "./output.ts";
import { findSettings, type EstateFlags } from "./settings.ts";

/** Flags of `validate`. */
export interface ValidateFlags extends EstateFlags {
  readonly output: "text" | "json";
}

/** Checks manifests and the files they name, all of them, and reports everything at once. */
export function runValidate(paths: readonly string[], flags: ValidateFlags): Promise<ExitCode> {
  const { output } = flags;
  return ending(
    output,
    () => "",
    async () => {
      const { settings, diagnostics } = await findSettings(paths, flags, false);
      if (settings === undefined) return endWithErrors(diagnostics, output);
      const desired = await loadEstate(settings.estate, bodyStore());
      const found = [
        ...diagnostics,
        ...desired.diagnostics,
        ...(await checkArtefacts(desired.state)),
      ];
      const { manifests, resources } = desired.state;
      const valid = !hasErrors(found);
      tell(found);
      if (output === "json") {
        jsonDocument({
          format_version: FORMAT_VERSION,
          valid,
          manifests,
          objects: resources.length,
          diagnostics: diagnosticDocuments(found),
        });
      } else {
        const warnings = found.filter(({ severity }) => severity === "warning").length;
        const errors = found.filter(({ severity }) => severity === "error").length;
        const verdict = valid ? "Valid" : "Not valid";
        document(
          `${verdict}: ${manifests} manifests, ${resources.length} objects, ${errors} errors, ${warnings} warnings.\n`,
        );
      }
      return valid ? exitCodes.success : exitCodes.error;
    },
  );
}
