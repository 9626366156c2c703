/** Coverage views, which documents hold as a metadata entry of their coverage. */
import { defined } from "../model/defined.ts";
import {
  bandName,
  COVERAGE_VIEW,
  coverageViewUsual as usual,
  type CoverageView,
  type ViewBand,
} from "../model/coverage-view.ts";
import { asList, member, memberFlag, memberText, type Tree, metadataEntry } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

/** Has the name in the store. */
export interface NamedCoverageView extends CoverageView {
  readonly name: string;
}

/** The view in a coverage document; undefined for a raster. */
export function readCoverageView(document: Tree | undefined): NamedCoverageView | undefined {
  const view = member(metadataEntry(document, COVERAGE_VIEW), "coverageView");
  if (view === undefined) return undefined;
  const text = (name: string) => memberText(view, name) || undefined;
  return {
    name: text("name") ?? "",
    bands: asList(member(member(view, "coverageBands"), "coverageBand"))
      .toSorted((a, b) => Number(memberText(a, "index")) - Number(memberText(b, "index")))
      .map(bandIn),
    envelope: text("envelopeCompositionType") ?? usual.envelope,
    resolution: text("selectedResolution") ?? usual.resolution,
    composition: text("compositionType") ?? usual.composition,
    resolutionIndex: Number(text("selectedResolutionIndex") ?? usual.resolutionIndex),
    expression: text("definition"),
    outputName: text("outputName"),
    fillMissingBands: memberFlag(view, "fillMissingBands") ?? usual.fillMissingBands,
  };
}

function bandIn(band: Tree): ViewBand {
  const found = asList(member(member(band, "inputCoverageBands"), "inputCoverageBand"));
  const inputs = found.map((one) => ({
    coverage: memberText(one, "coverageName") ?? "",
    band: memberText(one, "band") ?? "",
  }));
  const [first] = inputs;
  return {
    inputs,
    definition: memberText(band, "definition") || (first === undefined ? "" : bandName(first)),
    composition: memberText(band, "compositionType") || usual.composition,
  };
}

/** The metadata entry of a view. */
export function coverageViewEntry(view: NamedCoverageView): {
  readonly "@key": string;
  readonly coverageView: XmlValue;
} {
  const { name, bands, expression, outputName, fillMissingBands } = view;
  const coverageBand = bands.map((band, index) => ({
    inputCoverageBands: {
      inputCoverageBand: band.inputs.map((one) => ({
        coverageName: one.coverage,
        band: one.band,
      })),
    },
    definition: band.definition,
    index,
    compositionType: band.composition,
  }));
  return {
    "@key": COVERAGE_VIEW,
    coverageView: {
      coverageBands: { coverageBand },
      name,
      envelopeCompositionType: view.envelope,
      selectedResolution: view.resolution,
      selectedResolutionIndex: view.resolutionIndex,
      compositionType: view.composition,
      ...defined({ outputName, definition: expression }),
      // Older servers do not know the element.
      ...(fillMissingBands ? { fillMissingBands } : {}),
    },
  };
}
