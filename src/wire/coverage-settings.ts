/**
 * What a client sets of a coverage and reads back: its names, its title, its dimensions
 * (docs/interface.md, 2.7). Everything else about a coverage follows from its granules.
 */
import { defined } from "../model/defined.ts";
import { documentIn } from "./answered-document.ts";
import { type WireResponse } from "./request.ts";
import { asList, entryList, member, memberFlag, memberText, textOf, type Tree } from "./tree.ts";
import { asWritten, renderXml, type XmlValue } from "./xml.ts";

/** What else may be said of a dimension, by its element. */
export const dimensionFacets = {
  attribute: "attribute",
  endAttribute: "endAttribute",
  unitSymbol: "unitSymbol",
  nearestMatch: "nearestMatchEnabled",
  rawNearestMatch: "rawNearestMatchEnabled",
  acceptableInterval: "acceptableInterval",
  startValue: "startValue",
  endValue: "endValue",
  nearestFail: "nearestFailBehavior",
} as const;

/** Name of one of them. */
export type DimensionFacet = keyof typeof dimensionFacets;

/** What they are, as texts. */
export type DimensionFacets = Readonly<Partial<Record<DimensionFacet, string>>>;

/** A dimension that clients may choose along. */
export interface DimensionSettings {
  /**
   * Key of its entry: `time`, `elevation`, or a name behind `custom_dimension_` (coverages) or `dim_`
   * (feature types).
   */
  readonly key: string;
  readonly presentation: string;
  /** Length of a step: milliseconds for times, else in units of the axis. */
  readonly resolution?: string | undefined;
  readonly units?: string | undefined;
  readonly defaultStrategy?: string | undefined;
  readonly defaultReference?: string | undefined;
  readonly facets?: DimensionFacets | undefined;
}

/** What a coverage is to be. */
export interface DeclaredCoverage {
  readonly name: string;
  readonly nativeName: string;
  readonly title?: string | undefined;
  /** All dimensions that are enabled; undefined leaves them as they are. */
  readonly dimensions?: readonly DimensionSettings[] | undefined;
}

/** A coverage as a server shows it. */
export interface CoverageSettings {
  readonly name: string;
  readonly nativeName: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly enabled: boolean;
  readonly dimensions: readonly DimensionSettings[];
  /** Entries of its metadata that are no dimensions, as they came. */
  readonly otherMetadata: readonly XmlValue[];
}

/**
 * A body that creates a coverage. One that says more than names says that it is enabled: a stock server
 * drops the title of any other (docs/compatibility.md, "Plumbline against a stock server").
 */
export function renderNewCoverage(coverage: DeclaredCoverage): string {
  const hasMore = coverage.title !== undefined || coverage.dimensions !== undefined;
  return bodyOf(coverage, { more: hasMore ? { enabled: true } : {}, kept: [] });
}

/** A body that changes a coverage; `kept` are other entries of its metadata. */
export function renderCoverageInput(
  coverage: DeclaredCoverage,
  kept: readonly XmlValue[] = [],
): string {
  return bodyOf(coverage, { more: {}, kept });
}

function bodyOf(
  { name, nativeName, title, dimensions }: DeclaredCoverage,
  {
    more,
    kept,
  }: { readonly more: { readonly enabled?: true }; readonly kept: readonly XmlValue[] },
): string {
  return renderXml("coverage", {
    nativeCoverageName: nativeName,
    name,
    nativeName,
    ...more,
    ...(title === undefined ? {} : { title }),
    ...(dimensions === undefined ? {} : { metadata: dimensionMetadata(dimensions, kept) }),
  });
}

/** Metadata with these dimensions and no others; `kept` are entries that are none. */
export function dimensionMetadata(
  dimensions: readonly DimensionSettings[],
  kept: readonly XmlValue[],
): XmlValue {
  const entries = [...kept, ...dimensions.map(dimensionEntry)];
  return entries.length === 0 ? "" : { entry: entries };
}

function dimensionEntry(dimension: DimensionSettings): XmlValue {
  const { key, presentation, resolution, units, defaultStrategy, defaultReference } = dimension;
  const facet = (...names: readonly DimensionFacet[]) =>
    defined(
      Object.fromEntries(names.map((name) => [dimensionFacets[name], dimension.facets?.[name]])),
    );
  const value = defined({ strategy: defaultStrategy, referenceValue: defaultReference });
  return {
    "@key": key,
    dimensionInfo: {
      enabled: true,
      ...facet("attribute", "endAttribute"),
      presentation,
      ...defined({ resolution, units }),
      ...facet("unitSymbol"),
      ...(defaultStrategy === undefined ? {} : { defaultValue: value }),
      ...facet("nearestMatch", "rawNearestMatch", "acceptableInterval"),
      ...facet("startValue", "endValue", "nearestFail"),
    },
  };
}

/** Reads a coverage document a server answered with, in XML. Throws WireError. */
export function parseCoverageSettings(response: WireResponse): CoverageSettings {
  const tree = documentIn(response).content;
  const name = memberText(tree, "name") ?? "";
  return {
    name,
    nativeName: memberText(tree, "nativeCoverageName") ?? memberText(tree, "nativeName") ?? name,
    title: memberText(tree, "title") ?? "",
    abstract: memberText(tree, "abstract") ?? "",
    keywords: asList(member(member(tree, "keywords"), "string")).flatMap(
      (keyword) => textOf(keyword) ?? [],
    ),
    enabled: memberFlag(tree, "enabled") ?? true,
    ...readDimensions(tree),
  };
}

/** The dimensions in a document that are enabled, and the entries of its metadata that are none. */
export function readDimensions(tree: Tree): Pick<CoverageSettings, "dimensions" | "otherMetadata"> {
  const entries = entryList(member(tree, "metadata"));
  const isDimension = (entry: Tree) => member(entry, "dimensionInfo") !== undefined;
  return {
    dimensions: entries.filter(isDimension).flatMap(dimensionOf),
    otherMetadata: entries.filter((entry) => !isDimension(entry)).map(asWritten),
  };
}

/** An entry of a dimension that is enabled. */
function dimensionOf(entry: Tree): readonly DimensionSettings[] {
  const found = member(entry, "dimensionInfo");
  if (memberFlag(found, "enabled") !== true) return [];
  const value = member(found, "defaultValue");
  return [
    {
      key: memberText(entry, "@key") ?? "",
      presentation: memberText(found, "presentation") ?? "LIST",
      resolution: filled(memberText(found, "resolution")),
      units: filled(memberText(found, "units")),
      defaultStrategy: filled(memberText(value, "strategy")),
      defaultReference: filled(memberText(value, "referenceValue")),
      ...facetsOf(found),
    },
  ];
}

/** What else a document says of a dimension; nothing where it says nothing. */
function facetsOf(found: Tree | undefined): Pick<DimensionSettings, "facets"> {
  const facets = Object.entries(dimensionFacets).flatMap(([name, element]) => {
    const text = filled(memberText(found, element));
    return text === undefined ? [] : [[name, text] as const];
  });
  return facets.length === 0 ? {} : { facets: Object.fromEntries(facets) };
}

function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** What of a coverage store's document shows what it is; its address of a folder is decoded. */
export interface CoverageStoreSettings {
  readonly storeType: string;
  readonly url: string;
}

/** Reads a coverage store document a server answered with, in XML. Throws WireError. */
export function parseCoverageStore(response: WireResponse): CoverageStoreSettings {
  const tree = documentIn(response).content;
  const url = memberText(tree, "url") ?? "";
  return {
    storeType: memberText(tree, "type") ?? "",
    url: url.replaceAll("%20", " ").replaceAll("%2B", "+"),
  };
}
