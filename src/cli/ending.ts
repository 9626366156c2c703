/** How commands end: diagnostics are told once, in the form that was asked for. */
import type { Diagnostic, DiagnosticCode } from "../model/diagnostic.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../reconciler/report/json.ts";
import { renderDiagnostics } from "../reconciler/report/text.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { asDiagnostic } from "./failure.ts";
import { jsonDocument, jsonLine, note, paintFor } from "./output.ts";

/** How a command writes: for people, one document for programs, or one document per line. */
export type Output = "text" | "json" | "lines";

/** What ends a command with something else than an error. */
const codes: Partial<Readonly<Record<DiagnosticCode, ExitCode>>> = {
  locked: exitCodes.locked,
  "lock-unreachable": exitCodes.locked,
  "plan-stale": exitCodes.stale,
};

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
export function endWithErrors(diagnostics: readonly Diagnostic[], output: Output): ExitCode {
  tell(diagnostics);
  if (output !== "text") {
    const print = output === "json" ? jsonDocument : jsonLine;
    const documents = diagnosticDocuments(diagnostics);
    print({ format_version: FORMAT_VERSION, complete: false, diagnostics: documents });
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return (
    errors.map(({ code }) => codes[code]).find((code) => code !== undefined) ?? exitCodes.error
  );
}

/** Runs a command; failures that are known end it with a diagnostic, others are bugs. */
export async function ending(
  output: Output,
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
