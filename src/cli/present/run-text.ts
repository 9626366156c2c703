/** Renders run documents as text. */
import type { RunDocument } from "../../reconciler/report/documents.ts";
import type { Folding } from "../../reconciler/report/fold.ts";
import { renderRun, renderSaved } from "../../reconciler/report/run-text.ts";
import type { OutputOptions } from "../process/forms.ts";
import type { Screen } from "../process/screen.ts";
import { fitted } from "./result.ts";

/** How much of a plan is listed without folding. */
export function foldingFor({ all }: Pick<OutputOptions, "all">): Folding {
  return { all, hint: "--all shows each" };
}

/** A document as its command prints it. */
export function runText(
  document: RunDocument,
  outputOptions: Pick<OutputOptions, "all">,
): (screen: Screen) => string {
  return fitted((paint) => renderRun(document, paint, foldingFor(outputOptions)));
}

/** A saved document with its diagnostics. */
export function savedText(
  document: RunDocument,
  outputOptions: Pick<OutputOptions, "all">,
): (screen: Screen) => string {
  return fitted((paint) => renderSaved(document, paint, foldingFor(outputOptions)));
}
