/** Properties that become vendor options, by the part of a style. Data. */
import type { XmlElementNode } from "../../wire/xml.ts";
import { sld, withAttributes } from "./nodes.ts";
import { givenValue, valueOf, type Source } from "./source.ts";
import { contentOf } from "./value.ts";

export type OptionTable = readonly (readonly [property: string, option: string])[];

/** Options of polygons. */
export const polygonOptions: OptionTable = [
  ["fill-label-obstacle", "labelObstacle"],
  ["fill-composite", "composite"],
  ["graphic-margin", "graphic-margin"],
  ["fill-random", "random"],
  ["fill-random-seed", "random-seed"],
  ["fill-random-rotation", "random-rotation"],
  ["fill-random-symbol-count", "random-symbol-count"],
  ["fill-random-tile-size", "random-tile-size"],
  ["fill-random-space-around", "random-space-around"],
];

/** Options of lines. */
export const lineOptions: OptionTable = [
  ["stroke-label-obstacle", "labelObstacle"],
  ["stroke-composite", "composite"],
];

/** Options of points. */
export const pointOptions: OptionTable = [
  ["mark-label-obstacle", "labelObstacle"],
  ["mark-composite", "composite"],
];

/** Options of labels. */
export const labelOptions: OptionTable = [
  ["label-padding", "spaceAround"],
  ["label-group", "group"],
  ["label-max-displacement", "maxDisplacement"],
  ["label-min-group-distance", "minGroupDistance"],
  ["label-repeat", "repeat"],
  ["label-all-group", "labelAllGroup"],
  ["label-remove-overlaps", "removeOverlaps"],
  ["label-allow-overruns", "allowOverruns"],
  ["label-follow-line", "followLine"],
  ["label-max-angle-delta", "maxAngleDelta"],
  ["label-auto-wrap", "autoWrap"],
  ["label-force-ltr", "forceLeftToRight"],
  ["label-conflict-resolution", "conflictResolution"],
  ["label-fit-goodness", "goodnessOfFit"],
  ["label-underline-text", "underlineText"],
  ["label-strikethrough-text", "strikethroughText"],
  ["label-char-spacing", "charSpacing"],
  ["label-word-spacing", "wordSpacing"],
  ["label-kerning", "kerning"],
  ["label-polygon-align", "polygonAlign"],
  ["label-partials", "partials"],
  ["label-displacement-mode", "displacementMode"],
  ["shield-resize", "graphic-resize"],
  ["shield-margin", "graphic-margin"],
  ["shield-placement", "graphicPlacement"],
  ["font-shrink-size-min", "fontShrinkSizeMin"],
];

/** Options of rasters. */
export const rasterOptions: OptionTable = [
  ["raster-composite", "composite"],
  ["raster-label-fi", "labelInFeatureInfo"],
  ["raster-label-name", "labelAttributeName"],
];

/** Options of a whole level. */
export const levelOptions: OptionTable = [
  ["composite", "composite"],
  ["composite-base", "composite-base"],
  ["sort-by", "sortBy"],
  ["sort-by-group", "sortByGroup"],
];

/** Parameters of contrast enhancements, also with the prefix `raster-contrast-enhancement-`. */
export const contrastOptions: OptionTable = [
  ["algorithm", "algorithm"],
  ["min", "minValue"],
  ["max", "maxValue"],
  ["normalizationfactor", "normalizationFactor"],
  ["correctionfactor", "correctionFactor"],
].flatMap(([suffix = "", option = ""]): OptionTable => [
  [`rce-${suffix}`, option],
  [`raster-contrast-enhancement-${suffix}`, option],
]);

export function vendorOptions(source: Source, table: OptionTable): readonly XmlElementNode[] {
  return table.flatMap(([property, option]) => {
    const value = valueOf(source, property);
    return value === undefined ? [] : [vendorOption(option, ...contentOf(value))];
  });
}

/** An option with the value `none` is given, too. */
export function givesOption(source: Source, table: OptionTable): boolean {
  return table.some(([property]) => givenValue(source, property) !== undefined);
}

export function vendorOption(
  name: string,
  ...content: Parameters<typeof sld>[1][]
): XmlElementNode {
  return withAttributes(sld("VendorOption", ...content), { name });
}
