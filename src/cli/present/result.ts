/** What commands come to. They return it and print nothing; `present.ts` shows it. */
import type { Diagnostic, DiagnosticCode } from "../../model/diagnostic.ts";
import type { Graph } from "../../reconciler/engine/inspect/graph.ts";
import type { FailureDocument } from "../../reconciler/report/documents.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { ComingOf } from "../../reconciler/report/page/maps.ts";
import type { PicturesOf } from "../../reconciler/report/page/pictures.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { visibleLines } from "../../reconciler/report/visible.ts";
import { wrapLines } from "../../reconciler/report/wrap.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import type { Screen } from "../process/screen.ts";

/** Text for people, or what makes it for a screen. */
export type Text = string | ((screen: Screen) => string);

/** Text for people as wide as the screen it goes to. */
export function fitted(text: (paint: Paint) => string): (screen: Screen) => string {
  return (screen) => wrapLines(visibleLines(text(screen.paint)), screen.columns());
}

/** The result of a command, in the order in which it is reported. */
export interface CommandResult {
  readonly code: ExitCode;
  /** What is wrong; what only informs is left out. On stderr. */
  readonly diagnostics?: readonly Diagnostic[];
  /** What else has to be said beside the document. On stderr. */
  readonly note?: Text;
  /** What programs read; undefined where there is nothing to report. On stdout. */
  readonly document?: object;
  /** The document as it is written, where it holds more than is known of it. */
  readonly saved?: unknown;
  /** What depends on what, for a report that shows it. */
  readonly graph?: (() => Graph) | undefined;
  /** Pictures of what the report names, drawn in the order of these texts of addresses, for a report that shows them. */
  readonly pictures?: ((order: readonly string[]) => Promise<PicturesOf>) | undefined;
  /** Where granules lie that come, for a report that shows it. */
  readonly coming?: ((order: readonly string[]) => Promise<ComingOf>) | undefined;
  /** The document for people; a run whose document says it all needs none. */
  readonly text?: Text;
  /** Whether stdout has it already, as events; it still goes into the report files. */
  readonly isStreamed?: true;
  /** What may be missed; nothing with --quiet. On stderr. */
  readonly notice?: string;
  /** What is not as declared, by address with the word for it; undefined where nobody knows. */
  readonly differs?: Differs | undefined;
}

/** What is not as declared: an action of a plan, or `drifted`, by text of addresses. */
export type Differs = ReadonlyMap<string, string>;

/** What ends a command with something else than an error. */
const codes: Partial<Readonly<Record<DiagnosticCode, ExitCode>>> = {
  locked: exitCodes.locked,
  "lock-unreachable": exitCodes.locked,
  "plan-stale": exitCodes.stale,
};

/** A command that failed before it had a document: the diagnostics are the document. */
export function failure(diagnostics: readonly Diagnostic[]): CommandResult {
  return {
    code: codeFor(diagnostics),
    diagnostics,
    document: failureDocument(diagnostics),
    text: "",
  };
}

/** What failed, as a document. */
function failureDocument(diagnostics: readonly Diagnostic[]): FailureDocument {
  return {
    type: "failure",
    format_version: FORMAT_VERSION,
    complete: false,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}

/** A command that ended with nothing but a sentence. */
export function ended(code: ExitCode, note: string): CommandResult {
  return { code, note };
}

/** The exit code for what ended a command. */
export function codeFor(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return (
    errors.map(({ code }) => codes[code]).find((code) => code !== undefined) ?? exitCodes.error
  );
}
