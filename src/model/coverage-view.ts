/** Coverage views: coverages that are put together from bands of others (docs/compatibility.md, "Coverage stores and coverages"). */
import { isList, type DetailsChange } from "./details.ts";

/** Key of the entry that holds one, in the metadata of its coverage. */
export const COVERAGE_VIEW = "COVERAGE_VIEW";

/** How bands become one: chosen, or worked out by a script. */
export const compositions = ["BAND_SELECT", "JIFFLE"] as const;

/** Whether a view lies where all of its coverages are, or any. */
export const envelopes = ["INTERSECTION", "UNION"] as const;

/** Which of the resolutions of its coverages a view has. */
export const resolutions = ["BEST", "WORST"] as const;

/** A band of a coverage. */
export interface InputBand {
  readonly coverage: string;
  /** Its number in there, as a text; empty where the coverage has one alone. */
  readonly band: string;
}

/** A band of a view. */
export interface ViewBand {
  readonly inputs: readonly InputBand[];
  /** What it is: a name as `coverage@band`, or an expression. */
  readonly definition: string;
  readonly composition: string;
}

/** A coverage from bands of others. */
export interface CoverageView {
  readonly bands: readonly ViewBand[];
  readonly envelope: string;
  readonly resolution: string;
  readonly composition: string;
  /** Position of the coverage whose resolution counts; -1 for none. */
  readonly resolutionIndex: number;
  /** Script of the whole view, and the name of what it gives. */
  readonly expression?: string | undefined;
  readonly outputName?: string | undefined;
  readonly fillMissingBands: boolean;
}

/** What views are where nobody says otherwise. */
export const coverageViewUsual = {
  envelope: "INTERSECTION",
  resolution: "BEST",
  composition: "BAND_SELECT",
  resolutionIndex: -1,
  fillMissingBands: false,
} as const;

/** What a band is called that is one of a coverage. */
export function bandName({ coverage, band }: InputBand): string {
  return band === "" ? coverage : `${coverage}@${band}`;
}

/** Whether what a client says of a coverage holds a view. */
export function saysCoverageView({ metadata }: DetailsChange): boolean {
  if (typeof metadata !== "object" || metadata === null || isList(metadata)) return false;
  const entries = metadata["entry"] ?? [];
  return (isList(entries) ? entries : [entries]).some(
    (one) => typeof one === "object" && !isList(one) && one["@key"] === COVERAGE_VIEW,
  );
}
