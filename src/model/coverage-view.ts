/**
 * Coverage views: coverages composed of bands of others (docs/compatibility.md, "Coverage stores
 * and coverages").
 */
import { isList, type DetailsChange } from "./details.ts";

/** Metadata key of a view. */
export const COVERAGE_VIEW = "COVERAGE_VIEW";

/** Bands are selected, or computed by a Jiffle script. */
export const compositions = ["BAND_SELECT", "JIFFLE"] as const;

/** Combination of the coverages' extents. */
export const envelopes = ["INTERSECTION", "UNION"] as const;

/** Resolution among those of its coverages. */
export const resolutions = ["BEST", "WORST"] as const;

export interface InputBand {
  readonly coverage: string;
  /** Band number; empty if the coverage has one band. */
  readonly band: string;
}

/** A band of a view. */
export interface ViewBand {
  readonly inputs: readonly InputBand[];
  /** A name such as `coverage@band`, or an expression. */
  readonly definition: string;
  readonly composition: string;
}

/** A coverage view. */
export interface CoverageView {
  readonly bands: readonly ViewBand[];
  readonly envelope: string;
  readonly resolution: string;
  readonly composition: string;
  /** Coverage index; -1 for none. */
  readonly resolutionIndex: number;
  /** Script of the view, and its output's name. */
  readonly expression?: string | undefined;
  readonly outputName?: string | undefined;
  readonly fillMissingBands: boolean;
}

/** Defaults of a view. */
export const coverageViewUsual = {
  envelope: "INTERSECTION",
  resolution: "BEST",
  composition: "BAND_SELECT",
  resolutionIndex: -1,
  fillMissingBands: false,
} as const;

/** The name of a selected band. */
export function bandName({ coverage, band }: InputBand): string {
  return band === "" ? coverage : `${coverage}@${band}`;
}

/** Whether a change of a coverage contains a view. */
export function saysCoverageView({ metadata }: DetailsChange): boolean {
  if (typeof metadata !== "object" || metadata === null || isList(metadata)) return false;
  const entries = metadata["entry"] ?? [];
  return (isList(entries) ? entries : [entries]).some(
    (one) => typeof one === "object" && !isList(one) && one["@key"] === COVERAGE_VIEW,
  );
}
