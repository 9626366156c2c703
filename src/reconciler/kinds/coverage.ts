/** Coverages of any store whose manifest does not declare them (docs/interface.md, 2.7). */
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { wcs } from "../../model/published-parts.ts";
import type { DimensionSettings } from "../../wire/coverage-settings.ts";
import { memberText } from "../../wire/tree.ts";
import { bindKind } from "../kind.ts";
import { bandsField, bandsSpec } from "./document/bands.ts";
import { boundsField, boundsSpec } from "./document/bounds.ts";
import { documentKind } from "./document/document-kind.ts";
import { coverageViewField, coverageViewSpec } from "./document/coverage-view.ts";
import { dimensionsField } from "./document/dimensions.ts";
import { declaredText, partHandler, partHandlers } from "./fields/parts.ts";
import { partsSpec } from "./fields/part-specs.ts";
import type { PartHandler } from "./fields/contract.ts";
import { filledText } from "./fields/texts.ts";
import { gridField, gridSpec } from "./document/grid.ts";
import { keywordsField } from "./document/keywords.ts";
import { readingParametersField, readingParametersSpec } from "./document/reading-parameters.ts";
import {
  publishedFields,
  publishedMetadata,
  publishedSpec,
  declaredNativeName,
  setsOfLayer,
} from "./document/published.ts";
import { publishedKind } from "./document/store-kinds.ts";
import { ofOneTitle } from "./published/harm.ts";
import { coverageReach } from "./published/reach.ts";
import { dimensionsSpec, readDimensions } from "./published/dimensions.ts";
import { refreshFacts, refreshProblems, refreshSpec } from "./published/refresh.ts";
import { bodyText, type WireRequest, type WireResponse } from "../../wire/request.ts";

const spec = madeOnce(() =>
  z.strictObject({
    ...publishedSpec(),
    dimensions: dimensionsSpec()
      .optional()
      .describe("Every dimension that is enabled. When absent, dimensions are left as they are."),
    coverageView: coverageViewSpec().optional(),
    bounds: boundsSpec().optional(),
    refresh: refreshSpec().optional(),
    format: filledText.optional().describe("Format of the raster, such as GeoTIFF."),
    grid: gridSpec().optional(),
    bands: bandsSpec().optional(),
    readingParameters: readingParametersSpec.optional(),
    ...partsSpec({ wcs }),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

interface Declared extends Omit<Spec, "dimensions"> {
  readonly name: string;
  readonly dimensions: readonly DimensionSettings[] | undefined;
}

/** Raster settings fit the native name of the creation, so another name replaces the coverage. */
const nativeName: PartHandler<Declared> = {
  onChange: "replace",
  wanted: ({ nativeName: name }) => name,
  shown: (document) =>
    memberText(document, "nativeCoverageName") ?? memberText(document, "nativeName") ?? "",
  declare: declaredNativeName(["nativeCoverageName", "nativeName"]),
  // This member decides which raster is read; servers write what they find into the other.
  keptMembers: ["nativeCoverageName"],
  body: ({ declared: { nativeName: name = "" } }) => ({
    nativeCoverageName: name,
    nativeName: name,
  }),
};

/** Servers that read the raster find out the format. */
const formatField = (): PartHandler<Declared> => ({
  ...partHandler("format", { type: "filled-word", path: "nativeFormat" }),
  declare: (document, { statedOnly }) =>
    declaredText("format", statedOnly ? (memberText(document, "nativeFormat") ?? "") : ""),
});

/** Kinds that may declare its store. */
const STORES = ["CoverageStore", "ImageMosaic"] as const;

/** Keywords that servers add by themselves. */
const KEYWORDS = ["WCS", "ImageMosaic", "GeoTIFF"] as const;

/**
 * Whether a body only names what to publish. A stock server then reads the rest from the raster,
 * also for any body without `enabled` or other settings of weight; it fails without a native
 * name, and drops the title (docs/compatibility.md, "Plumbline against a stock server").
 */
function namesOnly(names: readonly string[]): boolean {
  return (
    names.includes("nativeName") && names.every((name) => ["store", "nativeName"].includes(name))
  );
}

const saidIn = ({ name: _name, ...said }: Declared) =>
  Object.entries(said).flatMap(([field, value]) => (value === undefined ? [] : [field]));

export const coverageKind = bindKind(
  documentKind<Spec, Declared>({
    ...publishedKind("coverage", KEYWORDS, STORES),
    description: "A coverage with its layer, where no ImageMosaic declares it.",
    spec,
    example: {
      metadata: { workspace: "terrain", name: "heights" },
      spec: { store: "relief", title: "Heights" },
    },
    weight: 50,
    lint: (resources, around) =>
      ofOneTitle(resources, around, ({ address: { name }, payload: { declared } }) => [
        { name, title: namesOnly(saidIn(declared)) ? name : declared.title },
      ]),
    fields: madeOnce(() => ({
      nativeName,
      ...publishedFields(),
      keywords: keywordsField(KEYWORDS),
      nativeBounds: boundsField("native", "found-out"),
      geographicBounds: boundsField("geographic", "found-out"),
      format: formatField(),
      grid: gridField,
      bands: bandsField,
      dimensions: dimensionsField("custom_dimension_"),
      coverageView: coverageViewField,
      ...publishedMetadata(),
      readingParameters: readingParametersField,
      ...partHandlers({ wcs }),
    })),
    read: async (manifest) => {
      const diagnostics: Diagnostic[] = [...refreshProblems(manifest)];
      const given = manifest.spec.dimensions;
      const found = given && readDimensions(manifest, given, ["spec", "dimensions"], diagnostics);
      return {
        declared: { ...manifest.spec, name: manifest.name, dimensions: found },
        diagnostics,
      };
    },
    terms: ({ srs, bounds, grid }) => [
      { type: "system", text: srs, path: ["srs"] },
      { type: "system", text: bounds?.native?.crs, path: ["bounds", "native", "crs"] },
      { type: "system", text: bounds?.geographic?.crs, path: ["bounds", "geographic", "crs"] },
      { type: "system", text: grid?.crs, path: ["grid", "crs"] },
    ],
    sets: setsOfLayer,
    refresh: { root: "coverage", facts: refreshFacts(STORES) },
    policyFollowsData: true,
    initial: (_address, declared) => (namesOnly(declared) ? {} : { enabled: true }),
    explain: explainCoverage,
    reach: coverageReach,
  }),
);

const UNKNOWN_NAME = /^The specified coverageName .*(?:is not supported|is unavailable)/;

/** Returns undefined where nothing more is known. */
function explainCoverage({ method, path }: WireRequest, answer: WireResponse): string | undefined {
  if (method !== "POST" || !path.endsWith("/coverages")) return undefined;
  if (answer.status !== 500 || !UNKNOWN_NAME.test(bodyText(answer))) return undefined;
  return (
    "The store holds no coverage of this nativeName: a file such as a GeoTIFF holds one, named like the file, " +
    "for which nativeName is left out; a mosaic holds those that its definition names"
  );
}
