/** Coverage views, which manifests declare as a whole. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import {
  bandName,
  compositions,
  coverageViewUsual as usual,
  envelopes,
  resolutions,
  type CoverageView,
  type ViewBand,
} from "../../../model/coverage-view.ts";
import { coverageViewEntry, readCoverageView } from "../../../wire/coverage-view.ts";
import { memberText } from "../../../wire/tree.ts";
import { withEntries } from "../fields/metadata.ts";
import type { PartHandler } from "../fields/contract.ts";
import { trimmedText, filledText } from "../fields/texts.ts";

const input = madeOnce(() =>
  z.strictObject({
    coverage: filledText.describe("Name in the store of a coverage."),
    band: z
      .union([z.int().nonnegative(), trimmedText])
      .optional()
      .describe("Its number in there; absent where the coverage has one alone."),
  }),
);

const band = madeOnce(() =>
  z.strictObject({
    inputs: z.array(input()).min(1).describe("Bands of coverages that it is made of."),
    definition: filledText
      .optional()
      .describe("Definition: COVERAGE@BAND or a script; the first of its inputs when absent."),
    composition: z.enum(compositions).optional().describe("BAND_SELECT when absent."),
  }),
);

export const coverageViewSpec = madeOnce(() =>
  z
    .strictObject({
      bands: z.array(band()).min(1).describe("Every band, in order."),
      envelope: z.enum(envelopes).optional().describe("INTERSECTION when absent."),
      resolution: z.enum(resolutions).optional().describe("BEST when absent."),
      resolutionIndex: z
        .int()
        .nonnegative()
        .optional()
        .describe("Coverage whose resolution counts."),
      composition: z.enum(compositions).optional().describe("BAND_SELECT when absent."),
      expression: filledText.optional().describe("Script of the whole view."),
      outputName: filledText.optional().describe("Output of the script."),
      fillMissingBands: z
        .boolean()
        .optional()
        .describe("Whether bands that are missing are empty."),
    })
    .describe("A coverage from bands of others. What it leaves out, the view has as usual."),
);

type ViewSpec = z.infer<ReturnType<typeof coverageViewSpec>>;

interface WithView {
  readonly name: string;
  readonly nativeName?: string | undefined;
  readonly coverageView?: ViewSpec | undefined;
}

/** Its name is the native name of the coverage. */
export const coverageViewField: PartHandler<WithView> = {
  onChange: "update",
  exposure: "other",
  shares: true,
  wanted: ({ coverageView }) => coverageView && viewTexts(viewOf(coverageView)),
  shown: (document) => {
    const found = readCoverageView(document);
    return found === undefined ? [] : viewTexts(found);
  },
  declare: (document) => {
    const found = readCoverageView(document);
    if (found === undefined) return { spec: {} };
    const spelled = spelledView(found);
    if (coverageViewSpec().safeParse(spelled).success) return { spec: { coverageView: spelled } };
    return { spec: {}, notes: ["coverageView"] };
  },
  body: ({ declared, before }) => {
    const { coverageView, nativeName, name: own } = declared;
    if (coverageView === undefined) return {};
    const names = ["nativeCoverageName", "nativeName"].map((one) => memberText(before, one));
    const name = nativeName ?? names.find((one) => one !== undefined && one !== "") ?? own;
    const entry = coverageViewEntry({ ...viewOf(coverageView), name });
    return { nativeCoverageName: name, nativeName: name, ...withEntries(before, [entry]) };
  },
};

function viewOf({ bands, ...given }: ViewSpec): CoverageView {
  return { ...usual, ...defined(given), bands: bands.map(bandOf) };
}

function bandOf({ inputs, definition, composition }: ViewSpec["bands"][number]): ViewBand {
  const all = inputs.map((one) => ({ coverage: one.coverage, band: String(one.band ?? "") }));
  const [first = { coverage: "", band: "" }] = all;
  return {
    inputs: all,
    definition: definition ?? bandName(first),
    composition: composition ?? usual.composition,
  };
}

/** The inverse of `viewOf`. */
function spelledView({ bands, ...view }: CoverageView): object {
  const defaults: Readonly<Record<string, unknown>> = { ...usual, name: undefined };
  const said = Object.entries(view).filter(
    ([name, value]) => name !== "name" && value !== undefined && value !== defaults[name],
  );
  return { bands: bands.map(spelledBand), ...Object.fromEntries(said) };
}

function spelledBand({ inputs, definition, composition }: ViewBand): object {
  const [first] = inputs;
  const isUsual = first !== undefined && definition === bandName(first);
  return {
    inputs: inputs.map((one) => {
      const number = /^(?:0|[1-9]\d*)$/.test(one.band) ? Number(one.band) : one.band;
      return { coverage: one.coverage, ...(one.band === "" ? {} : { band: number }) };
    }),
    ...(isUsual ? {} : { definition }),
    ...(composition === usual.composition ? {} : { composition }),
  };
}

function viewTexts({ bands, ...view }: CoverageView): readonly string[] {
  const words = [
    ["envelope", view.envelope],
    ["resolution", view.resolution],
    ["resolution of", view.resolutionIndex],
    ["composition", view.composition],
    ["expression", view.expression],
    ["output", view.outputName],
    ["missing bands filled", view.fillMissingBands],
  ] as const;
  const said = words.filter(([, value]) => value !== undefined && value !== -1 && value !== false);
  return [
    ...bands.map(
      ({ inputs, definition, composition }, index) =>
        `band ${index}: ${definition} from ${inputs.map(bandName).join(", ")}, ${composition}`,
    ),
    ...said.map(([word, value]) => `${word} ${value}`),
  ];
}
