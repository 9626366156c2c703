/** How commands end: diagnostics are told once, in the form that was asked for. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../reconciler/report/json.ts";
import { renderDiagnostics } from "../reconciler/report/text.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { asDiagnostic } from "./failure.ts";
import { jsonDocument, note, paintFor } from "./output.ts";

/** Tells diagnostics on stderr; those that only inform are left out. */
export function tell(diagnostics: readonly Diagnostic[]): void {
  note(
    renderDiagnostics(
      diagnostics.filter(({ severity }) => severity !== "info"),
      paintFor(process.stderr),
    ),
  );
}

/** Ends a command that failed before it had a document: the diagnostics are the document. */
export function endWithErrors(
  diagnostics: readonly Diagnostic[],
  output: "text" | "json",
): ExitCode {
  tell(diagnostics);
  if (output === "json") {
    const documents = diagnosticDocuments(diagnostics);
    jsonDocument({ format_version: FORMAT_VERSION, complete: false, diagnostics: documents });
  }
  return exitCodes.error;
}

/** Runs a command; failures that are known end it with a diagnostic, others are bugs. */
export async function ending(
  output: "text" | "json",
  url: () => string,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    const diagnostic = asDiagnostic(error, url());
    if (diagnostic !== undefined) return endWithErrors([diagnostic], output);
    note(`plumbline failed in a way it should not: ${(error as Error).message}\n`);
    if (process.env["PLUMBLINE_DEBUG"] === "1") note(`${(error as Error).stack}\n`);
    else note("Set PLUMBLINE_DEBUG=1 to see where, and report it.\n");
    return exitCodes.error;
  }
}
