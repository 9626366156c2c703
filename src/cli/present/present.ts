/** Tells what a command came to: its document in the form that was asked for, the rest on stderr. */
import type { Diagnostic, Position } from "../../model/diagnostic.ts";
import { renderDiagnostics, type Paint } from "../../reconciler/report/text.ts";
import { wrapLines } from "../../reconciler/report/wrap.ts";
import { remark, type CommandContext } from "../process/context.ts";
import type { ExitCode } from "../process/exit-codes.ts";
import type { Screen } from "../process/screen.ts";
import { excerptAt } from "./excerpt.ts";
import { asDiagnostic } from "./failure.ts";
import { isRun, renderForm, writeReports } from "./reports.ts";
import { codeFor, type CommandResult, type Text } from "./result.ts";

/** Tells a result; the exit code is that of the result, unless a report file cannot be written. */
export async function present(result: CommandResult, context: CommandContext): Promise<ExitCode> {
  const { code, diagnostics = [], note = "", remark: last = "" } = result;
  tell(diagnostics, context.err);
  context.err.write(textOn(context.err, note));
  if (result.isStreamed !== true) context.out.write(await documentOf(result, context));
  try {
    await writeReports(result, context.asked);
  } catch (error) {
    const diagnostic = asDiagnostic(error, "");
    if (diagnostic === undefined) throw error;
    tell([diagnostic], context.err);
    return codeFor([diagnostic]);
  }
  remark(context, last);
  return code;
}

/** Tells diagnostics; those that only inform are left out. */
export function tell(diagnostics: readonly Diagnostic[], screen: Screen): void {
  const told = diagnostics.filter(({ severity }) => severity !== "info");
  // In a log the place says enough, and lines of files may be anybody's.
  const excerpts = screen.isTerminal
    ? (where: Position) => excerptAt(where, screen.columns())
    : undefined;
  screen.write(fitted((paint) => renderDiagnostics(told, paint, excerpts))(screen));
}

/** Text for people as wide as the screen it goes to. */
export function fitted(text: (paint: Paint) => string): (screen: Screen) => string {
  return (screen) => wrapLines(text(screen.paint), screen.columns());
}

async function documentOf(
  { document, saved, text = "" }: CommandResult,
  { asked: { output }, out }: CommandContext,
): Promise<string> {
  if (document === undefined) return textOn(out, text);
  if (output === "json") return `${JSON.stringify(saved ?? document, null, 2)}\n`;
  const isReport = output === "markdown" || output === "junit" || output === "sarif";
  return isReport && isRun(document) ? renderForm(document, output) : textOn(out, text);
}

function textOn(screen: Screen, text: Text): string {
  return typeof text === "string" ? text : text(screen);
}
