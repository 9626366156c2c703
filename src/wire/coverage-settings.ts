/**
 * Settings of a coverage: names, title and dimensions (docs/interface.md, 2.7). All else is derived
 * from its granules.
 */
import { defined } from "../model/defined.ts";
import { documentIn } from "./answered-document.ts";
import { type WireResponse } from "./request.ts";
import { entryList, member, memberFlag, memberText, type Tree, stringsIn } from "./tree.ts";
import { asWritten, renderXml, type XmlValue } from "./xml.ts";

/** Optional settings of a dimension and their elements. */
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

/** Name of an optional setting of a dimension. */
export type DimensionFacet = keyof typeof dimensionFacets;

/** Values of optional settings of a dimension. */
export type DimensionFacets = Readonly<Partial<Record<DimensionFacet, string>>>;

/** A dimension of a coverage or feature type. */
export interface DimensionSettings {
  /** `time`, `elevation`, `custom_dimension_…` (coverages) or `dim_…` (feature types). */
  readonly key: string;
  readonly presentation: string;
  /** Step: milliseconds for times, else units of the axis. */
  readonly resolution?: string | undefined;
  readonly units?: string | undefined;
  readonly defaultStrategy?: string | undefined;
  readonly defaultReference?: string | undefined;
  readonly facets?: DimensionFacets | undefined;
}

/** The desired settings of a coverage. */
export interface DeclaredCoverage {
  readonly name: string;
  readonly nativeName: string;
  readonly title?: string | undefined;
  /** All enabled dimensions; undefined leaves them unchanged. */
  readonly dimensions?: readonly DimensionSettings[] | undefined;
}

/** The settings of a coverage on a server. */
export interface CoverageSettings {
  readonly name: string;
  readonly nativeName: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly enabled: boolean;
  readonly dimensions: readonly DimensionSettings[];
  /** Metadata entries other than dimensions, unchanged. */
  readonly otherMetadata: readonly XmlValue[];
}

/**
 * `enabled` is sent with a title or dimensions, because GeoServer drops the title otherwise
 * (docs/compatibility.md, "Plumbline against a stock server").
 */
export function renderNewCoverage(coverage: DeclaredCoverage): string {
  const hasMore = coverage.title !== undefined || coverage.dimensions !== undefined;
  return bodyOf(coverage, { more: hasMore ? { enabled: true } : {}, kept: [] });
}

/** The body that changes a coverage; `kept` are its other metadata entries. */
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

/** Metadata with exactly these dimensions; `kept` are other entries. */
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

/** Parses a coverage document in XML. Throws WireError. */
export function parseCoverageSettings(response: WireResponse): CoverageSettings {
  const tree = documentIn(response).content;
  const name = memberText(tree, "name") ?? "";
  return {
    name,
    nativeName: memberText(tree, "nativeCoverageName") ?? memberText(tree, "nativeName") ?? name,
    title: memberText(tree, "title") ?? "",
    abstract: memberText(tree, "abstract") ?? "",
    keywords: stringsIn(member(tree, "keywords")),
    enabled: memberFlag(tree, "enabled") ?? true,
    ...readDimensions(tree),
  };
}

/** The enabled dimensions of a document, and its other metadata entries. */
export function readDimensions(tree: Tree): Pick<CoverageSettings, "dimensions" | "otherMetadata"> {
  const entries = entryList(member(tree, "metadata"));
  const isDimension = (entry: Tree) => member(entry, "dimensionInfo") !== undefined;
  return {
    dimensions: entries.filter(isDimension).flatMap(dimensionOf),
    otherMetadata: entries.filter((entry) => !isDimension(entry)).map(asWritten),
  };
}

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

/** Type and URL of a coverage store; the URL is decoded. */
export interface CoverageStoreSettings {
  readonly storeType: string;
  readonly url: string;
}

/** Parses a coverage store document in XML. Throws WireError. */
export function parseCoverageStore(response: WireResponse): CoverageStoreSettings {
  const tree = documentIn(response).content;
  const url = memberText(tree, "url") ?? "";
  return {
    storeType: memberText(tree, "type") ?? "",
    url: url.replaceAll("%20", " ").replaceAll("%2B", "+"),
  };
}
