/** The coverage document, as far as a catalog that reads no rasters can know it. */
import { coverageDocument } from "../model/coverage.ts";
import type { Details } from "../model/details.ts";
import { publishedUsual, type Published } from "../model/published.ts";
import { renderNoun } from "./codec.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { publishedReferences } from "./published.ts";

/**
 * Renders the document; `modified` is null where nobody has changed it since it was made. A stock server
 * says whether it is advertised from the first change on. Deviation: flags-told.
 */
export function renderCoverage(
  coverage: Published & { readonly modified?: string | null },
  rendering: Rendering,
): RenderedDocument {
  const { advertised: _unsaid, ...others } = publishedUsual;
  const isNew = rendering.lists === "stock" && coverage.modified === null;
  const usual: Details = isNew ? others : publishedUsual;
  const irregular = publishedReferences(coverage, "coverageStore");
  const kept = { ...usual, ...coverage.details };
  return renderNoun(coverageDocument, { noun: coverage, irregular, kept }, rendering);
}
