/** Names in attributes that servers read: parameters, vendor options, attributes. */

/** Parameters of strokes, fills and fonts, in any case. Servers read short forms too. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  Stroke: withShort("stroke", "width opacity linecap linejoin dasharray dashoffset"),
  Fill: withShort("fill", "opacity"),
  Background: withShort("fill", "opacity"),
  Font: ["font-family", "font-size", "font-style", "font-weight"],
};

export interface ParametersOf {
  readonly of: string;
  readonly names: readonly string[];
}

const byElement: ReadonlyMap<string, ParametersOf> = new Map(
  Object.entries(parameters).map(([of, names]) => [of.toLowerCase(), { of, names }]),
);

/** The parameters of an element, whose name may be in any case. */
export function parametersOf(element: string): ParametersOf | undefined {
  return byElement.get(element.toLowerCase());
}

function withShort(name: string, others: string): readonly string[] {
  return [name, ...others.split(" ").flatMap((other) => [`${name}-${other}`, other])];
}

/** Vendor options of all elements; case counts. */
export const vendorOptionNames: readonly string[] = (
  "addAttributeTable algorithm allowOverruns autoWrap charSpacing composite composite-base " +
  "conflictResolution correctionFactor displacementMode fallbackOnDefaultMark followLine " +
  "fontShrinkSizeMin forceLeftToRight goodnessOfFit graphic-margin graphic-resize graphicPlacement " +
  "group inclusion kerning labelAllGroup labelAttributeName labelInFeatureInfo labelObstacle " +
  "markAlongLine markAlongLineScaleLimit markAlongLineSimplify maxAngleDelta maxDisplacement maxValue " +
  "minGroupDistance minValue normalizationFactor partials polygonAlign random random-rotation " +
  "random-seed random-space-around random-symbol-count random-tile-size removeOverlaps repeat " +
  "rt-oversample ruleEvaluation sortBy sortByGroup spaceAround strikethroughText transformFeatureInfo " +
  "underlineText vt-attributes vt-coalesce vt-label-attributes vt-labels wordSpacing"
).split(" ");

/** Attributes of elements that need them; `!` marks required ones. */
const attributes: Readonly<Record<string, string>> = {
  CssParameter: "name!",
  SvgParameter: "name!",
  VendorOption: "name!",
  CustomProperty: "name!",
  Function: "name!",
  OnlineResource: "href!",
  ColorMap: "type extended",
  ColorMapEntry: "color! quantity! opacity label",
  FeatureId: "fid!",
  PropertyIsLike: "wildCard! singleChar! escape escapeChar matchCase",
  PointSymbolizer: "uom",
  LineSymbolizer: "uom",
  PolygonSymbolizer: "uom",
  TextSymbolizer: "uom",
  RasterSymbolizer: "uom",
  Localized: "lang!",
  InlineContent: "encoding!",
};

export interface AttributesRead {
  readonly optional: readonly string[];
  readonly needed: readonly string[];
}

/** Undefined for elements that are not checked. */
export function attributesRead(name: string): AttributesRead | undefined {
  if (!Object.hasOwn(attributes, name)) return undefined;
  const all = attributes[name]?.split(" ") ?? [];
  const optional = all.filter((one) => !one.endsWith("!"));
  const needed = all.filter((one) => one.endsWith("!")).map((one) => one.slice(0, -1));
  return { optional, needed };
}
