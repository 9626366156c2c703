/** The coverage document, as far as a catalog that reads no rasters can know it. */
import { arranged, names } from "./details.ts";
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

/** Renders the document. */
export function renderCoverage(
  coverage: PublishedDocument,
  rendering: Rendering,
): RenderedDocument {
  const own = publishedFields(coverage, "coverageStore");
  const shown = { ...publishedFlags, ...coverage.details };
  return renderDocument("coverage", arranged(COVERAGE_ELEMENTS, own, shown), rendering);
}
