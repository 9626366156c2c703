/** Documents of runs as text on a screen. */
import type { RunDocument } from "../../reconciler/report/documents.ts";
import type { Folding } from "../../reconciler/report/fold.ts";
import { renderRun, renderSaved } from "../../reconciler/report/run-text.ts";
import type { OutputOptions } from "../process/forms.ts";
import type { Screen } from "../process/screen.ts";
import { fitted } from "./result.ts";

/** How much of a plan as text is reported one by one. */
export function foldingFor({ all }: Pick<OutputOptions, "all">): Folding {
  return { all, hint: "--all shows each" };
}

/** A document as the command that made it reports it. */
export function runText(
  document: RunDocument,
  outputOptions: Pick<OutputOptions, "all">,
): (screen: Screen) => string {
  return fitted((paint) => renderRun(document, paint, foldingFor(outputOptions)));
}

/** A document that was saved, with what was wrong. */
export function savedText(
  document: RunDocument,
  outputOptions: Pick<OutputOptions, "all">,
): (screen: Screen) => string {
  return fitted((paint) => renderSaved(document, paint, foldingFor(outputOptions)));
}
