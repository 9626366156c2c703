/** The coverage document, as far as it is known without reading rasters. */
import { coverageDocument } from "../model/coverage.ts";
import type { Details } from "../model/details.ts";
import { publishedUsual, type Published } from "../model/published.ts";
import { renderNoun } from "./codec.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { publishedReferences } from "./published.ts";

/** GeoServer writes `advertised` once `modified` is not null. Deviation: flags-told. */
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
