/** What differs inside the files of objects, as lines of a page: read where the document of a run says it. Pure. */
import type { PageWord } from "../../../report-page/data.ts";
import type { DifferenceDocument, RunDocument } from "../documents.ts";
import { lineOf } from "../unlike.ts";
import { planIn } from "./plan-in.ts";
import { visible } from "../visible.ts";

const signs: Readonly<Record<string, string>> = { added: "+", removed: "-" };

/** Lines by the address of their object; none for objects of which the document says none. */
export function wordsIn(document: RunDocument): ReadonlyMap<string, readonly PageWord[]> {
  const changed = document.type === "drift" ? document.drifted : (planIn(document)?.changes ?? []);
  return new Map(
    changed.flatMap(({ address, differences = [] }) =>
      differences.length === 0 ? [] : [[address, differences.map(wordOf)] as const],
    ),
  );
}

function wordOf(difference: DifferenceDocument): PageWord {
  return [signs[difference.change] ?? "~", visible(lineOf(difference))];
}
