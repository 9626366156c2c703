/**
 * Real files: all that is reported of them was looked at, and is so. What is reported of more files, or of fewer,
 * than the table says fails.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lintMapping } from "../../src/lint/mapping.ts";
import { lintSheet } from "../../src/lint/sheet.ts";
import { lintSld } from "../../src/lint/sld.ts";
import { decodeText } from "../../src/wire/text.ts";
import { WireError } from "../../src/wire/wire-error.ts";
import { describeRecordings, describeSamples, recording, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";

/** Messages without their counts, and of how many files they are notified of. */
type Table = Readonly<Record<string, number>>;

const slds: Table = {
  "A stock server refuses InlineContent of SLD N.N with the encoding xml": 1,
  "A stock server refuses UserLayer in SLD N.N": 2,
  "A stock server refuses a ColorMap of SLD N.N that holds neither Categorize nor Interpolate": 1,
  "A stock server refuses a Filter of SLD N.N that is a Function alone": 1,
  "A stock server refuses a style of several layers in which a UserLayer has no InlineFeature": 1,
  "GeoServer has no function AttributeRename; servers refuse a style that calls one": 1,
  "GeoServer has no function NoOp; servers refuse a style that calls one": 2,
  "GeoServer has no function colormap; servers refuse a style that calls one": 1,
  "GeoServer has no function gridCoverageStats; servers refuse a style that calls one": 1,
  "LabelPlacement is not read in LabelPlacement; servers pass over it": 1,
  ...ofMapbox({
    Exponential: 5,
    StringTransform: 5,
    fontAlternatives: 5,
    mbAnchor: 2,
    mbFontBaseName: 1,
    mbFontStyle: 1,
    mbFontWeight: 1,
    zoomLevel: 5,
  }),
  "No server knows a shape diamond; a square is drawn in its place": 3,
  "No server knows a shape pentagon; a square is drawn in its place": 1,
  "No server knows a shape pin; a square is drawn in its place": 1,
  "The option duplicateRule is one that no server reads": 1,
  "The option followline is one that no server reads": 1,
  "The rule draws at no scale: its MinScaleDenominator N is not below its MaxScaleDenominator N": 1,
  "The rule draws nothing: it has no symbolizer": 9,
  "The style draws nothing: there is no symbolizer in it": 3,
  "There are N layers in the style; a stock server refuses it unless it has a layer of each name": 14,
  "The process gs:FlowlineRaster is one of GeoServer's extension for processes (WPS); servers without it refuse the style": 1,
  "The process gs:Heatmap is one of GeoServer's extension for processes (WPS); servers without it refuse the style": 1,
  "Title is not read in PointSymbolizer; servers pass over it": 1,
  "UserStyle is not read in StyledLayerDescriptor; servers pass over it": 3,
  "abstract is not read in NamedLayer; servers pass over it": 9,
  "fill is no parameter of Font; servers pass over it": 1,
  "fill is no parameter of Stroke; servers pass over it": 1,
  "fill-opacity is no parameter of Stroke; servers pass over it": 1,
  "font-color is no parameter of Font; servers pass over it": 2,
  "geometry is not read in Graphic; servers pass over it": 1,
  "stoke is no parameter of Stroke; servers pass over it": 2,
  "storke-opacity is no parameter of Stroke; servers pass over it": 1,
  "stroke is no parameter of Fill; servers pass over it": 3,
  "stroke is no parameter of Font; servers pass over it": 3,
  "title is not read in NamedLayer; servers pass over it": 9,
};

const sheets: Table = {
  "A stock server reads numbers only with a digit before the point, and refuses stroke-width as it is": 1,
  "A stock server allows no spaces next to the parentheses of a function, so it refuses mark": 1,
  "The rule draws nothing: no feature at no scale is in it": 1,
  "The sheet is for N types of features; GeoServer N refuses it unless it has a layer of each name": 1,
  "raster-color-enhancement is no property; servers pass over it": 1,
  "stroke-linecap has no value, with which a stock server refuses the sheet": 1,
  "stroke-miterlimit is no property; servers pass over it": 1,
};

const largeSheets: Table = {
  "The rule draws nothing: no feature at no scale is in it": 3,
  "font-sizee is no property; servers pass over it": 1,
  "stroke-join is no property; servers pass over it": 1,
};

const mappings: Table = {
  "encodeIfEmpty is not read in attributeMappings; servers pass over it": 4,
};

/** Functions that only servers with an extension have. */
function ofMapbox(functions: Table): Table {
  const named = (name: string): string =>
    `The function ${name} is one of GeoServer's extension for MapBox styles; servers without it refuse the style`;
  return Object.fromEntries(Object.entries(functions).map(([name, files]) => [named(name), files]));
}

/** Files of one sort, and what is reported of them. */
interface Lane {
  readonly folders: readonly string[];
  readonly ending: string;
  /** Files that are looked through in every run. */
  readonly share: number;
  readonly table: Table;
  readonly messages: (bytes: Buffer) => readonly string[];
}

function expectTable({ folders, ending, share, table, messages }: Lane): void {
  const files = folders.flatMap((folder) => filesIn(folder, ending)).toSorted();
  const told = slice(files, { test: share }).flatMap((file) => [
    ...new Set(readable(file, messages).map(counted)),
  ]);
  const groups = Map.groupBy(told, (message) => message);
  if (isProof)
    expect(Object.fromEntries([...groups].map(([one, all]) => [one, all.length]))).toEqual(table);
  else expect([...groups.keys()].filter((message) => !(message in table))).toEqual([]);
}

const ofSld = (bytes: Buffer): readonly string[] =>
  lintSld(bytes).findings.map(({ message }) => message);
const ofSheet = (bytes: Buffer): readonly string[] =>
  lintSheet(decodeText(bytes)).findings.map(({ message }) => message);
const ofMapping = (bytes: Buffer): readonly string[] =>
  lintMapping(bytes).map(({ message }) => message);

describeSamples("what is told of real files", () => {
  test("of SLDs", () => {
    const folders = [sample("sld"), sample("style-history")];
    expectTable({ folders, ending: ".sld", share: 80, table: slds, messages: ofSld });
  });

  test("of style sheets", () => {
    const folders = [sample("css")];
    expectTable({ folders, ending: ".css", share: 40, table: sheets, messages: ofSheet });
  });

  test("of mappings", () => {
    const folders = [sample("appschema"), sample("appschema-history")];
    expectTable({ folders, ending: ".xml", share: 30, table: mappings, messages: ofMapping });
  });
});

describeRecordings("what is told of large style sheets", "css-large", () => {
  test("is what the table says", () => {
    const folders = [recording("css-large")];
    expectTable({ folders, ending: ".css", share: 2, table: largeSheets, messages: ofSheet });
  });
});

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(ending))
    .map((name) => join(folder, name));
}

/** What is reported of a file; nothing of one that cannot be read. */
function readable(file: string, messages: (bytes: Buffer) => readonly string[]): readonly string[] {
  try {
    return messages(readFileSync(file));
  } catch (error) {
    if (error instanceof WireError) return [];
    throw error;
  }
}

/** A message without numbers that are those of the file. */
function counted(message: string): string {
  return message.replace(/ \(and in \d+ more places?\)$/, "").replaceAll(/\b\d+\b/g, "N");
}
