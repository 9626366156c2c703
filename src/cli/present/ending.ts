/** How commands end: diagnostics are told once, in the form that was asked for. */
import type { Diagnostic, DiagnosticCode, Position } from "../../model/diagnostic.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { renderDiagnostics } from "../../reconciler/report/text.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { excerptAt } from "./excerpt.ts";
import { asDiagnostic } from "./failure.ts";
import { columnsOf, jsonDocument, jsonLine, note } from "../process/output.ts";
import { fitted, tellRun, type Asked } from "./reports.ts";

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
  const told = diagnostics.filter(({ severity }) => severity !== "info");
  const { stderr } = process;
  // In a log the place says enough, and lines of files may be anybody's.
  const excerpts = stderr.isTTY
    ? (where: Position) => excerptAt(where, columnsOf(stderr))
    : undefined;
  note(fitted((paint) => renderDiagnostics(told, paint, excerpts), stderr));
}

/** Ends a command that failed before it had a document: the diagnostics are the document. */
export function endWithErrors(diagnostics: readonly Diagnostic[], output: Output): ExitCode {
  tell(diagnostics);
  if (output !== "text") {
    const print = output === "json" ? jsonDocument : jsonLine;
    print(failureOf(diagnostics));
  }
  return codeFor(diagnostics);
}

/** Ends a command that has report files as `endWithErrors` does; they are written too. */
export async function endRun(asked: Asked, diagnostics: readonly Diagnostic[]): Promise<ExitCode> {
  tell(diagnostics);
  const document = { type: "failure", ...failureOf(diagnostics) } as const;
  await tellRun(asked, { document, text: () => "" });
  return codeFor(diagnostics);
}

function failureOf(diagnostics: readonly Diagnostic[]) {
  const documents = diagnosticDocuments(diagnostics);
  return { format_version: FORMAT_VERSION, complete: false, diagnostics: documents } as const;
}

/** The exit code for what ended a command. */
export function codeFor(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return (
    errors.map(({ code }) => codes[code]).find((code) => code !== undefined) ?? exitCodes.error
  );
}

/** How a command ends that failed: in a form, or in its own way. */
export type Ends = Output | ((diagnostics: readonly Diagnostic[]) => Promise<ExitCode>);

/** Runs a command; failures that are known end it with a diagnostic, others are bugs. */
export async function ending(
  ends: Ends,
  url: () => string,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    const diagnostic = asDiagnostic(error, url());
    if (diagnostic !== undefined)
      return typeof ends === "function" ? ends([diagnostic]) : endWithErrors([diagnostic], ends);
    note(`plumbline failed in a way it should not: ${(error as Error).message}\n`);
    if (process.env["PLUMBLINE_DEBUG"] === "1") note(`${(error as Error).stack}\n`);
    else note("Set PLUMBLINE_DEBUG=1 to see where, and report it.\n");
    return exitCodes.error;
  }
}
