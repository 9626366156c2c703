/** Problems of a selection within an estate. Pure. */
import type { Address } from "../model/address.ts";
import { fault, type Diagnostic } from "../model/diagnostic.ts";
import type { PartOf } from "./engine/plan/part.ts";
import { select, type Selected } from "./engine/plan/selection.ts";
import { didYouMean } from "../model/nearest.ts";

/** The selection with its problems: a selector without matches may be misspelt. */
export function selectAmong(
  part: PartOf,
  others: readonly Address[],
): Pick<Selected, "has"> & { readonly diagnostics: readonly Diagnostic[] } {
  const { has, unmatched, count, total } = select(part.requested, { ...part, others });
  const diagnostics = unmatched.map(({ by, text, known }) => {
    const what = by === "path" ? `The path ${text}` : `${by} ${text}`;
    const hint = didYouMean(text, known) ?? HINTS[by];
    return diagnostic(`${what} selects nothing`, hint);
  });
  if (diagnostics.length > 0 || count > 0) return { has, diagnostics: diagnostics };
  const message = `What is selected has nothing in common: none of ${total} objects fits all of it`;
  return { has, diagnostics: [diagnostic(message, HINTS.path)] };
}

const PATTERN_HINT =
  "Patterns are of addresses such as Style/roads:motorway, with * for anything; status lists them.";

const HINTS = {
  "--only": PATTERN_HINT,
  "--exclude": PATTERN_HINT,
  "-l": "Labels stand under metadata.labels of manifests.",
  path: "render and status show what there is to select.",
} as const;

function diagnostic(message: string, hint: string): Diagnostic {
  return fault("selection-empty", message, { hint });
}
