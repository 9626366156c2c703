/** Prints the result of a command: its document on stdout, the rest on stderr. */
import type { Diagnostic, Position } from "../../model/diagnostic.ts";
import type { RunDocument } from "../../reconciler/report/documents.ts";
import type { Folding } from "../../reconciler/report/fold.ts";
import { renderLegend } from "../../reconciler/report/legend.ts";
import { isRun } from "../../reconciler/report/run-document.ts";
import { renderRun, type renderSaved } from "../../reconciler/report/run-text.ts";
import { type Paint, renderDiagnostics } from "../../reconciler/report/text.ts";
import { type CommandContext, printNotice } from "../process/context.ts";
import type { ExitCode } from "../process/exit-codes.ts";
import { fileForms, type OutputOptions } from "../process/forms.ts";
import { writePaged } from "../process/pager.ts";
import type { Screen } from "../process/screen.ts";
import { excerptAt } from "./excerpt.ts";
import { asDiagnostic } from "./failure.ts";
import { renderForm, writeReports } from "./reports.ts";
import { codeFor, type CommandResult, fitted, type Text } from "./result.ts";

/**
 * Prints a result and returns its exit code, or an error code if a report file cannot be written.
 */
export async function present(result: CommandResult, context: CommandContext): Promise<ExitCode> {
  const { code, diagnostics = [], note = "", notice: last = "" } = result;
  printDiagnostics(diagnostics, context.err);
  context.err.write(textOn(context.err, note));
  if (result.isStreamed !== true) await print(result, context);
  try {
    await writeReports(result, context.outputOptions);
  } catch (error) {
    const diagnostic = asDiagnostic(error, "");
    if (diagnostic === undefined) throw error;
    printDiagnostics([diagnostic], context.err);
    return codeFor([diagnostic]);
  }
  printNotice(context, last);
  return code;
}

/** Prints diagnostics without those of severity info. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], screen: Screen): void {
  const shown = diagnostics.filter(({ severity }) => severity !== "info");
  // Logs get no excerpts: the place suffices, and file lines may be private.
  const excerpts = screen.isTerminal
    ? (where: Position) => excerptAt(where, screen.columns())
    : undefined;
  screen.write(fitted((paint) => renderDiagnostics(shown, paint, excerpts))(screen));
  for (const { stack } of shown) if (stack !== undefined) screen.write(`${stack}\n`);
}

async function print(result: CommandResult, context: CommandContext): Promise<void> {
  const { out, outputOptions, environment } = context;
  const { document, saved } = result;
  if (document !== undefined && context.event !== undefined)
    return context.document(saved ?? document);
  const text = await textOf(result, context);
  const isPaged = outputOptions.output === "text" && document !== undefined && isRun(document);
  if (isPaged) await writePaged(text, out, environment);
  else out.write(text);
}

/** Prints a plan before its command goes on. */
export async function printPlan(document: RunDocument, context: CommandContext): Promise<void> {
  const { out, err, outputOptions, environment } = context;
  // Where stdout is for the report, the plan goes to stderr.
  if (outputOptions.output !== "text") err.write(runText(document, outputOptions)(err));
  else await writePaged(runText(document, outputOptions)(out), out, environment);
}

async function textOf(
  { document, text, page }: CommandResult,
  { outputOptions, out }: CommandContext,
): Promise<string> {
  const { output } = outputOptions;
  if (document === undefined || !isRun(document)) return textOn(out, text ?? "");
  const form = fileForms.find((one) => one === output);
  if (form !== undefined && form !== "json") return renderForm(document, form, page);
  return textOn(out, text ?? runText(document, outputOptions));
}

function textOn(screen: Screen, text: Text): string {
  return typeof text === "string" ? text : text(screen);
}

/** How much of a plan is listed without folding. */
export function foldingFor({ all }: Pick<OutputOptions, "all">): Folding {
  return { all, hint: "--all shows each" };
}

/** A document as its command prints it; at a terminal, the signs of a plan in words below it. */
export function runText(
  document: RunDocument,
  outputOptions: Pick<OutputOptions, "all">,
  render: typeof renderSaved = renderRun,
): (screen: Screen) => string {
  return (screen) => {
    const isExplained = screen.isTerminal && document.type === "plan";
    const legend = (paint: Paint) => (isExplained ? renderLegend(document, paint) : "");
    const text = (paint: Paint) => render(document, paint, foldingFor(outputOptions));
    return fitted((paint) => `${text(paint)}${legend(paint)}`)(screen);
  };
}
