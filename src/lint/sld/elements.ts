/**
 * Elements of styles that servers read, by parent: SLD 1.0, SLD 1.1 with Symbology Encoding, and
 * GeoServer's own.
 */
import type { StyleVersion } from "../../model/style.ts";

/** "anything" stands for geometries and other formats. */
type Content = "expression" | "condition" | "anything" | readonly string[];

/** Child elements in all versions. 1.1 is read by a schema; what it lacks is accepted. */
const common: Readonly<Record<string, string>> = {
  StyledLayerDescriptor: "Name Title Abstract NamedLayer UserLayer",
  NamedLayer: "Name LayerFeatureConstraints NamedStyle UserStyle",
  UserLayer: "Name InlineFeature RemoteOWS LayerFeatureConstraints UserStyle",
  RemoteOWS: "Service OnlineResource",
  LayerFeatureConstraints: "FeatureTypeConstraint",
  FeatureTypeConstraint: "FeatureTypeName Filter Extent",
  Extent: "Name Value",
  NamedStyle: "Name",
  UserStyle: "Name Title Abstract IsDefault FeatureTypeStyle Background",
  FeatureTypeStyle:
    "Name Title Abstract FeatureTypeName SemanticTypeIdentifier Rule Transformation VendorOption",
  Rule:
    "Name Title Abstract LegendGraphic Filter ElseFilter MinScaleDenominator MaxScaleDenominator " +
    "PointSymbolizer LineSymbolizer PolygonSymbolizer TextSymbolizer RasterSymbolizer VendorOption",
  Title: "Localized",
  Abstract: "Localized",
  LegendGraphic: "Graphic",
  PointSymbolizer: "Geometry Graphic VendorOption",
  LineSymbolizer: "Geometry Stroke PerpendicularOffset VendorOption",
  PolygonSymbolizer: "Geometry Fill Stroke VendorOption",
  TextSymbolizer:
    "Geometry Label Font LabelPlacement Halo Fill Graphic Priority Snippet FeatureDescription " +
    "OtherText VendorOption",
  RasterSymbolizer:
    "Geometry Opacity ChannelSelection OverlapBehavior ColorMap ContrastEnhancement ShadedRelief " +
    "ImageOutline VendorOption",
  Stroke: "CssParameter GraphicFill GraphicStroke",
  Fill: "CssParameter GraphicFill",
  Background: "CssParameter GraphicFill",
  Font: "CssParameter",
  GraphicFill: "Graphic",
  GraphicStroke: "Graphic",
  Graphic: "ExternalGraphic Mark Opacity Size Rotation AnchorPoint Displacement",
  ExternalGraphic: "OnlineResource InlineContent Format CustomProperty",
  Mark: "WellKnownName Fill Stroke",
  LabelPlacement: "PointPlacement LinePlacement",
  PointPlacement: "AnchorPoint Displacement Rotation",
  LinePlacement: "PerpendicularOffset",
  AnchorPoint: "AnchorPointX AnchorPointY",
  Displacement: "DisplacementX DisplacementY",
  Halo: "Radius Fill",
  ChannelSelection: "RedChannel GreenChannel BlueChannel GrayChannel",
  RedChannel: "SourceChannelName ContrastEnhancement",
  GreenChannel: "SourceChannelName ContrastEnhancement",
  BlueChannel: "SourceChannelName ContrastEnhancement",
  GrayChannel: "SourceChannelName ContrastEnhancement",
  OverlapBehavior: "AVERAGE RANDOM LATEST_ON_TOP EARLIEST_ON_TOP UNSPECIFIED",
  ColorMap: "ColorMapEntry",
  ContrastEnhancement: "Normalize Histogram Logarithmic Exponential None GammaValue",
  Normalize: "VendorOption",
  Histogram: "VendorOption",
  Logarithmic: "VendorOption",
  Exponential: "VendorOption",
  ShadedRelief: "BrightnessOnly ReliefFactor",
  ImageOutline: "LineSymbolizer PolygonSymbolizer Stroke Geometry VendorOption",
};

/** Additional child elements in 1.1. */
const later: Readonly<Record<string, string>> = {
  StyledLayerDescriptor: "Description UseSLDLibrary",
  UseSLDLibrary: "OnlineResource",
  NamedLayer: "Description",
  UserLayer: "Description LayerCoverageConstraints",
  NamedStyle: "Description",
  UserStyle: "Description CoverageStyle OnlineResource",
  FeatureTypeStyle: "Description OnlineResource",
  CoverageStyle: "Name Description CoverageName SemanticTypeIdentifier Rule OnlineResource",
  Rule: "Description OnlineResource",
  Description: "Title Abstract",
  PointSymbolizer: "Name Description BaseSymbolizer",
  LineSymbolizer: "Name Description BaseSymbolizer",
  PolygonSymbolizer: "Name Description BaseSymbolizer Displacement PerpendicularOffset",
  TextSymbolizer: "Name Description BaseSymbolizer",
  RasterSymbolizer: "Name Description BaseSymbolizer",
  BaseSymbolizer: "OnlineResource",
  Stroke: "SvgParameter",
  Fill: "SvgParameter",
  Background: "SvgParameter",
  Font: "SvgParameter",
  GraphicStroke: "InitialGap Gap",
  ExternalGraphic: "ColorReplacement",
  ColorReplacement: "Recode",
  Mark: "OnlineResource InlineContent Format MarkIndex",
  LinePlacement: "IsRepeated InitialGap Gap IsAligned GeneralizeLine",
  ColorMap: "Categorize Interpolate",
  FormatNumber: "NumericValue Pattern NegativePattern",
  FormatDate: "DateValue Pattern",
  Substring: "StringValue Position Length",
  Concatenate: "StringValue",
  ChangeCase: "StringValue",
  Trim: "StringValue",
  StringPosition: "LookupString StringValue",
  StringLength: "StringValue",
  Categorize: "LookupValue Value Threshold",
  Interpolate: "LookupValue InterpolationPoint",
  InterpolationPoint: "Data Value",
  Recode: "LookupValue MapItem",
  MapItem: "Data Value",
};

/** Elements with text, expressions, or mixed content. */
const valued = words(
  "CssParameter SvgParameter VendorOption CustomProperty Label Geometry Opacity Size Rotation Radius " +
    "Priority Snippet FeatureDescription OtherText Transformation WellKnownName PerpendicularOffset " +
    "AnchorPointX AnchorPointY DisplacementX DisplacementY GammaValue SourceChannelName Gap InitialGap " +
    "MarkIndex LookupValue Value Threshold Data StringValue LookupString Position Length NumericValue " +
    "DateValue Function Add Sub Mul Div LowerBoundary UpperBoundary PropertyIsEqualTo " +
    "PropertyIsNotEqualTo PropertyIsLessThan PropertyIsLessThanOrEqualTo PropertyIsGreaterThan " +
    "PropertyIsGreaterThanOrEqualTo PropertyIsLike PropertyIsNull",
);

const expressions = words("PropertyName Literal Function Add Sub Mul Div");
const laterExpressions = words(
  "ValueReference FormatNumber FormatDate Substring Concatenate ChangeCase Trim StringPosition " +
    "StringLength Categorize Interpolate Recode",
);

const conditions = words(
  "And Or Not PropertyIsEqualTo PropertyIsNotEqualTo PropertyIsLessThan PropertyIsLessThanOrEqualTo " +
    "PropertyIsGreaterThan PropertyIsGreaterThanOrEqualTo PropertyIsLike PropertyIsNull " +
    "PropertyIsBetween FeatureId BBOX Equals Disjoint Intersects Touches Crosses Within Contains " +
    "Overlaps Beyond DWithin",
);
const laterConditions = words(
  "Function PropertyIsNil GmlObjectId ResourceId After Before Begins BegunBy TContains During TEquals " +
    "TOverlaps Meets OverlappedBy MetBy EndedBy Ends TIntersects AnyInteracts",
);

/** Elements with text only. */
const leaves = words(
  "Name IsDefault FeatureTypeName SemanticTypeIdentifier ElseFilter MinScaleDenominator " +
    "MaxScaleDenominator Localized OnlineResource InlineContent Format InlineFeature Service " +
    "ColorMapEntry BrightnessOnly ReliefFactor None IsRepeated IsAligned GeneralizeLine CoverageName " +
    "LayerCoverageConstraints Pattern NegativePattern PropertyName Literal ValueReference",
);

// Parameters have a name per version, and servers read these names only in this case.
const ONLY_FIRST: ReadonlySet<string> = new Set(["CssParameter"]);
const EXACT: ReadonlySet<string> = new Set(["CssParameter", "GraphicFill", "GraphicStroke"]);

/** The allowed elements of one version. */
export interface Vocabulary {
  readonly names: readonly string[];
  /** The name that an element is read as; undefined where it is not read. */
  readonly named: (written: string) => string | undefined;
  /** The allowed children; undefined where any are allowed. */
  readonly inside: (name: string) => readonly string[] | undefined;
  /** The possible parents. */
  readonly around: (name: string) => readonly string[];
}

const vocabularies: Readonly<Record<StyleVersion, Vocabulary>> = {
  "1.0.0": vocabulary([common], expressions, conditions),
  "1.1.0": vocabulary(
    [common, later],
    [...expressions, ...laterExpressions],
    [...conditions, ...laterConditions],
  ),
};

/** Servers read most names of 1.0 in any case. */
export function vocabularyOf(version: StyleVersion): Vocabulary {
  return vocabularies[version];
}

function vocabulary(
  tables: readonly Readonly<Record<string, string>>[],
  ofExpressions: readonly string[],
  ofConditions: readonly string[],
): Vocabulary {
  const isFirst = tables.length === 1;
  const contents = contentsOf(tables, ofExpressions);
  const inside = (name: string): readonly string[] | undefined => {
    const content = contents.get(name) ?? "anything";
    if (content === "expression") return ofExpressions;
    if (content === "condition") return ofConditions;
    return content === "anything" ? undefined : content;
  };
  const lists = [...contents.values()].filter((content) => typeof content !== "string");
  const names = [...new Set([...lists.flat(), ...ofExpressions, ...ofConditions])];
  const byCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  const asWritten = new Set(names);
  const exact = new Set(isFirst ? [...EXACT, ...ofConditions] : names);
  return {
    names,
    inside,
    named: (written) => {
      if (asWritten.has(written)) return written;
      const name = byCase.get(written.toLowerCase());
      return name === undefined || (name !== written && exact.has(name)) ? undefined : name;
    },
    around: (name) =>
      [...contents].flatMap(([parent, content]) =>
        typeof content !== "string" && content.includes(name) ? [parent] : [],
      ),
  };
}

function contentsOf(
  tables: readonly Readonly<Record<string, string>>[],
  ofExpressions: readonly string[],
): ReadonlyMap<string, Content> {
  const contents = new Map<string, Content>(leaves.map((name) => [name, "anything"]));
  for (const name of valued) contents.set(name, "expression");
  for (const name of ["Filter", "And", "Or", "Not"]) contents.set(name, "condition");
  contents.set("PropertyIsBetween", [...ofExpressions, "LowerBoundary", "UpperBoundary"]);
  for (const table of tables) {
    for (const [name, list] of Object.entries(table)) {
      const before = contents.get(name);
      const own = words(list).filter((one) => tables.length === 1 || !ONLY_FIRST.has(one));
      contents.set(name, typeof before === "object" ? [...before, ...own] : own);
    }
  }
  return contents;
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
