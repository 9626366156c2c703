/** Documents of runs as text on a screen. */
import type { RunDocument } from "../../reconciler/report/documents.ts";
import type { Folding } from "../../reconciler/report/fold.ts";
import { renderRun, renderSaved } from "../../reconciler/report/run-text.ts";
import type { Asked } from "../process/forms.ts";
import type { Screen } from "../process/screen.ts";
import { fitted } from "./result.ts";

/** How much of a plan as text is told one by one. */
export function foldingFor({ all }: Pick<Asked, "all">): Folding {
  return { all, hint: "--all shows each" };
}

/** A document as the command that made it tells it. */
export function runText(
  document: RunDocument,
  asked: Pick<Asked, "all">,
): (screen: Screen) => string {
  return fitted((paint) => renderRun(document, paint, foldingFor(asked)));
}

/** A document that was saved, with what was wrong. */
export function savedText(
  document: RunDocument,
  asked: Pick<Asked, "all">,
): (screen: Screen) => string {
  return fitted((paint) => renderSaved(document, paint, foldingFor(asked)));
}
