/** `plumbline plan`: what apply would do. Holds a connection that can only read. */
import { hasErrors } from "../model/diagnostic.ts";
import { hasChanges } from "../reconciler/engine/plan.ts";
import { planEstate } from "../reconciler/reconcile.ts";
import { diagnosticDocuments, planDocument } from "../reconciler/report/json.ts";
import { renderPlan } from "../reconciler/report/text.ts";
import { VERSION } from "../version.ts";
import { connectForReading } from "./connect.ts";
import { endWithErrors, ending, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, jsonDocument, paintFor } from "./output.ts";
import { findSettings, type EstateFlags } from "./settings.ts";

/** Flags of `plan`. */
export interface PlanFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly detailedExitcode?: boolean;
}

/** Plans and prints the plan. */
export function runPlan(paths: readonly string[], flags: PlanFlags): Promise<ExitCode> {
  let url = flags.url ?? "";
  return ending(
    flags.output,
    () => url,
    async () => {
      const { settings, diagnostics } = await findSettings(paths, flags, true);
      if (settings?.target === undefined) return endWithErrors(diagnostics, flags.output);
      url = settings.target.url;
      const connection = await connectForReading(settings, settings.target);
      try {
        const planned = await planEstate(settings.estate, connection);
        if (planned.plan === undefined || hasErrors(planned.diagnostics)) {
          return endWithErrors(planned.diagnostics, flags.output);
        }
        tell(planned.diagnostics);
        if (flags.output === "json") {
          const about = { url, version: VERSION };
          const found = diagnosticDocuments(planned.diagnostics);
          jsonDocument({
            ...planDocument(planned.plan, about),
            complete: true,
            diagnostics: found,
          });
        } else {
          document(renderPlan(planned.plan, paintFor(process.stdout)));
        }
        return flags.detailedExitcode && hasChanges(planned.plan)
          ? exitCodes.changes
          : exitCodes.success;
      } finally {
        await connection.close();
      }
    },
  );
}
