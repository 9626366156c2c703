/** `plumbline validate`: everything that can be said without a server. */
import { hasErrors } from "../../model/diagnostic.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import { checkArtefacts } from "../../reconciler/manifest/resolve.ts";
import { loadEstate } from "../../reconciler/reconcile.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { renderValidation } from "../../reconciler/report/run-text.ts";
import { endRun, ending, tell } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { findUnwritable, tellRun, type Asked } from "../present/reports.ts";
import { findSettings, type EstateFlags, withoutSecrets } from "../settings/settings.ts";

/** Flags of `validate`. */
export interface ValidateFlags extends EstateFlags, Asked {
  /** Whether warnings count like errors. */
  readonly strict?: boolean;
}

/** Checks manifests and the files they name, all of them, and reports everything at once. */
export function runValidate(paths: readonly string[], flags: ValidateFlags): Promise<ExitCode> {
  return ending(
    (diagnostics) => endRun(flags, diagnostics),
    () => "",
    async () => {
      const unwritable = findUnwritable(flags);
      if (unwritable.length > 0) return endRun({ output: flags.output }, unwritable);
      const { settings, diagnostics } = await findSettings(paths, flags, false);
      if (settings === undefined) return endRun(flags, diagnostics);
      const desired = await loadEstate(withoutSecrets(settings.estate), bodyStore());
      const found = [
        ...diagnostics,
        ...desired.diagnostics,
        ...(await checkArtefacts(desired.state)),
      ];
      const { manifests, resources } = desired.state;
      const valid =
        flags.strict === true
          ? found.every(({ severity }) => severity === "info")
          : !hasErrors(found);
      tell(found);
      const document = {
        type: "validation" as const,
        format_version: FORMAT_VERSION,
        valid,
        manifests,
        objects: resources.length,
        diagnostics: diagnosticDocuments(found),
      };
      await tellRun(flags, { document, text: () => renderValidation(document) });
      return valid ? exitCodes.success : exitCodes.error;
    },
  );
}
