/** The coverage document, as far as a catalog that reads no rasters can know it. */
import { names } from "../model/fields.ts";
import type { Details } from "../model/details.ts";
import { arranged } from "./details.ts";
import { renderDocument, type Rendering, type RenderedDocument } from "./document.ts";
import { publishedFields, publishedFlags, type PublishedDocument } from "./published.ts";

/** Elements that the document of a coverage may hold, in its order; what else was kept comes after them. */
export const COVERAGE_ELEMENTS = names(
  `name nativeName namespace title description abstract keywords metadataLinks nativeCRS srs
   nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised metadata store
   serviceConfiguration simpleConversionEnabled nativeFormat grid supportedFormats
   interpolationMethods defaultInterpolationMethod dimensions requestSRS responseSRS parameters
   nativeCoverageName`,
);

/** What the document shows. */
export interface CoverageDocument extends PublishedDocument {
  /** ISO 8601; null where nobody has changed it since it was made. */
  readonly modified?: string | null;
}

/** Renders the document. A stock server says whether it is advertised from the first change on. */
export function renderCoverage(coverage: CoverageDocument, rendering: Rendering): RenderedDocument {
  const own = publishedFields(coverage, "coverageStore");
  const { advertised: _unsaid, ...others } = publishedFlags;
  const isNew = rendering.lists === "stock" && coverage.modified === null;
  const flags: Details = isNew ? others : publishedFlags;
  const shown = { ...flags, ...coverage.details };
  return renderDocument("coverage", arranged(COVERAGE_ELEMENTS, own, shown), rendering);
}
