/** Coverage views in documents, as servers write them. */
import { expect, test } from "vitest";
import { coverageViewEntry, readCoverageView } from "../../src/wire/coverage-view.ts";
import { parseXml, renderXml } from "../../src/wire/xml.ts";

const BAND = (name: string, index: number) =>
  `<coverageBand><inputCoverageBands class="singleton-list"><inputCoverageBand><coverageName>${name}</coverageName><band>0</band></inputCoverageBand></inputCoverageBands><definition>${name}@0</definition><index>${index}</index><compositionType>BAND_SELECT</compositionType></coverageBand>`;

test("bands are in the order of their indexes, and what is not said is as usual", () => {
  const { content } = parseXml(
    `<coverage><metadata><entry key="dirName">x</entry><entry key="COVERAGE_VIEW"><coverageView><coverageBands>${BAND("b", 1)}${BAND("a", 0)}</coverageBands><name>v</name><envelopeCompositionType>UNION</envelopeCompositionType></coverageView></entry></metadata></coverage>`,
  );
  expect(readCoverageView(content)).toEqual({
    name: "v",
    bands: ["a", "b"].map((coverage) => ({
      inputs: [{ coverage, band: "0" }],
      definition: `${coverage}@0`,
      composition: "BAND_SELECT",
    })),
    envelope: "UNION",
    resolution: "BEST",
    composition: "BAND_SELECT",
    resolutionIndex: -1,
    expression: undefined,
    outputName: undefined,
    fillMissingBands: false,
  });
});

test("what is written is read again", () => {
  const view = {
    name: "v",
    bands: [{ inputs: [{ coverage: "a", band: "" }], definition: "a", composition: "JIFFLE" }],
    envelope: "INTERSECTION",
    resolution: "WORST",
    composition: "JIFFLE",
    resolutionIndex: 2,
    expression: "dst = a < 3;",
    outputName: "dst",
    fillMissingBands: true,
  };
  const text = renderXml("coverage", { metadata: { entry: coverageViewEntry(view) } });
  expect(readCoverageView(parseXml(text).content)).toEqual(view);
});

test("a raster has none", () => {
  expect(readCoverageView(parseXml("<coverage><metadata/></coverage>").content)).toBeUndefined();
});
