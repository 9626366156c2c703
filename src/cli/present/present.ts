/** Tells what a command came to: its document in the form that was asked for, the rest on stderr. */
import type { Diagnostic, Position } from "../../model/diagnostic.ts";
import { renderDiagnostics } from "../../reconciler/report/text.ts";
import { remark, type CommandContext } from "../process/context.ts";
import type { ExitCode } from "../process/exit-codes.ts";
import type { Screen } from "../process/screen.ts";
import { excerptAt } from "./excerpt.ts";
import { asDiagnostic } from "./failure.ts";
import { asJson, isRun, renderForm, writeReports } from "./reports.ts";
import { codeFor, fitted, type CommandResult, type Text } from "./result.ts";
import { runText } from "./run-text.ts";

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

async function documentOf(
  { document, saved, text }: CommandResult,
  { asked, out }: CommandContext,
): Promise<string> {
  const { output } = asked;
  if (document !== undefined && output === "json") return asJson(saved ?? document);
  if (document === undefined || !isRun(document)) return textOn(out, text ?? "");
  if (output === "markdown" || output === "junit" || output === "sarif")
    return renderForm(document, output);
  return textOn(out, text ?? runText(document, asked));
}

function textOn(screen: Screen, text: Text): string {
  return typeof text === "string" ? text : text(screen);
}
