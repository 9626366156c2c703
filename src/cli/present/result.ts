/** Results of commands. Commands return them and print nothing; `present.ts` prints them. */
import type { Diagnostic, DiagnosticCode } from "../../model/diagnostic.ts";
import type { FailureDocument } from "../../reconciler/report/documents.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { BesideDocument } from "../../reconciler/report/page/page.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { visibleLines } from "../../reconciler/report/visible.ts";
import { wrapLines } from "../../reconciler/report/wrap.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import type { Screen } from "../process/screen.ts";

/** Text, or a function that makes it for a screen. */
export type Text = string | ((screen: Screen) => string);

/** Text wrapped to the width of its screen. */
export function fitted(text: (paint: Paint) => string): (screen: Screen) => string {
  return (screen) => wrapLines(visibleLines(text(screen.paint)), screen.columns());
}

/** The result of a command, in output order. */
export interface CommandResult {
  readonly code: ExitCode;
  /** On stderr, without those of severity info. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Other messages, on stderr. */
  readonly note?: Text;
  /** The JSON document, on stdout; undefined for no output. */
  readonly document?: object;
  /** The original document, where it has unknown members. */
  readonly saved?: unknown;
  /** What a page shows more of, in the order of the address texts. */
  readonly page?: ((order: readonly string[]) => Promise<BesideDocument>) | undefined;
  /** The document as text; runs have a default rendering. */
  readonly text?: Text;
  /** Whether stdout has the document as events; report files still get it. */
  readonly isStreamed?: true;
  /** Message on stderr that --quiet omits. */
  readonly notice?: string;
  /** Objects that differ from their declaration; undefined where unknown. */
  readonly differs?: Differs | undefined;
}

/** By address: a plan action, or `drifted`. */
export type Differs = ReadonlyMap<string, string>;

/** Diagnostics with their own exit code. */
const codes: Partial<Readonly<Record<DiagnosticCode, ExitCode>>> = {
  locked: exitCodes.locked,
  "lock-unreachable": exitCodes.locked,
  "plan-stale": exitCodes.stale,
};

/** A command that failed without a document: the diagnostics are the document. */
export function failure(diagnostics: readonly Diagnostic[]): CommandResult {
  return {
    code: codeFor(diagnostics),
    diagnostics,
    document: failureDocument(diagnostics),
    text: "",
  };
}

function failureDocument(diagnostics: readonly Diagnostic[]): FailureDocument {
  return {
    type: "failure",
    format_version: FORMAT_VERSION,
    complete: false,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}

/** A success with its document, which gets the version of the format, and its text. */
export function success(
  document: object,
  text: Text,
  more: Partial<CommandResult> = {},
): CommandResult {
  const whole = { format_version: FORMAT_VERSION, ...document };
  return { code: exitCodes.success, document: whole, text, ...more };
}

/** A result with only a message. */
export function ended(code: ExitCode, note: string): CommandResult {
  return { code, note };
}

export function codeFor(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return (
    errors.map(({ code }) => codes[code]).find((code) => code !== undefined) ?? exitCodes.error
  );
}
