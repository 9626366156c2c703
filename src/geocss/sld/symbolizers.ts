/** Symbolizers of polygons, lines and points. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { StyleRule } from "../styling.ts";
import type { Value } from "../value.ts";
import { sld, unlessEmpty, withAttributes } from "./nodes.ts";
import { fillNode, graphicNode, isGraphic, strokeNode } from "./paint.ts";
import { lengthUnit, partsOf, repetitions, valueOf } from "./source.ts";
import type { LengthUnit, Source } from "./source.ts";
import { contentOf, plainText } from "./value.ts";
import {
  givesOption,
  lineOptions,
  pointOptions,
  polygonOptions,
  vendorOptions,
} from "./vendor-options.ts";

const uoms: Readonly<Record<LengthUnit, string>> = {
  m: "http://www.opengeospatial.org/se/units/metre",
  ft: "http://www.opengeospatial.org/se/units/foot",
};

/** One source per repetition; `units` name the properties whose unit is that of the symbolizer. */
export function sourcesOf(
  { properties }: Pick<StyleRule, "properties">,
  families: readonly string[],
  units: readonly string[],
): readonly Source[] {
  return Array.from({ length: repetitions(properties, families) }, (_unused, index) => {
    const plain = { properties, index, unit: undefined };
    const unit = units.map((name) => lengthUnit(valueOf(plain, name))).find(Boolean);
    return { properties, index, unit };
  });
}

/** A symbolizer with its unit, an extension of SLD 1.0, and its geometry. */
export function symbolizer(
  name: string,
  source: Source,
  family: string,
  ...children: readonly (XmlElementNode | undefined)[]
): XmlElementNode {
  const geometry = geometryOf(source, family);
  const element = sld(
    name,
    geometry === undefined ? undefined : sld("Geometry", ...contentOf(geometry, undefined)),
    ...children,
  );
  return source.unit === undefined ? element : withAttributes(element, { uom: uoms[source.unit] });
}

/** Polygons, with their outlines where these can be part of them. */
export function polygonSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  const outlined = isOutlined(rule);
  const [families, units] = outlined
    ? [
        ["fill", "graphic-margin", "stroke"],
        ["fill-size", "stroke-width"],
      ]
    : [["fill", "graphic-margin"], ["fill-size"]];
  return sourcesOf(rule, families, units).flatMap((source) => {
    const isFilled = valueOf(source, "fill") !== undefined;
    const isStroked = outlined && valueOf(source, "stroke") !== undefined;
    if (!isFilled && !isStroked) return [];
    return symbolizer(
      "PolygonSymbolizer",
      source,
      "fill",
      isFilled ? fillNode(source, rule.pseudo) : undefined,
      isStroked ? strokeNode(source, rule.pseudo) : undefined,
      ...vendorOptions(source, polygonOptions),
    );
  });
}

/** Lines, unless they are outlines of polygons. */
export function lineSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  if (isOutlined(rule)) return [];
  return sourcesOf(rule, ["stroke"], ["stroke-width"]).flatMap((source) => {
    if (valueOf(source, "stroke") === undefined) return [];
    const offset = offsetOf(source);
    return symbolizer(
      "LineSymbolizer",
      source,
      "stroke",
      strokeNode(source, rule.pseudo),
      offset === undefined
        ? undefined
        : sld("PerpendicularOffset", ...contentOf(offset, source.unit)),
      ...vendorOptions(source, lineOptions),
    );
  });
}

/** Points. */
export function pointSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  return sourcesOf(rule, ["mark"], ["mark-size"]).flatMap((source) => {
    const value = valueOf(source, "mark");
    if (value === undefined) return [];
    const graphics = value.type === "composite" ? partsOf(value).filter(isGraphic) : [value];
    const graphic = graphicNode({ source, prefix: "mark", blocks: rule.pseudo }, graphics);
    return symbolizer(
      "PointSymbolizer",
      source,
      "mark",
      unlessEmpty(graphic),
      ...vendorOptions(source, pointOptions),
    );
  });
}

/**
 * Whether strokes are outlines of the polygons: a stroke that has options, an offset or a geometry
 * of its own is a line.
 */
function isOutlined(rule: StyleRule): boolean {
  const everywhere = sourcesOf(rule, ["fill", "stroke"], []);
  const isGiven = (name: string) =>
    everywhere.some((source) => valueOf(source, name) !== undefined);
  if (!isGiven("fill") || !isGiven("stroke")) return false;
  return everywhere.every(
    (source) =>
      !givesOption(source, lineOptions) &&
      offsetOf(source) === undefined &&
      JSON.stringify(geometryOf(source, "fill")) === JSON.stringify(geometryOf(source, "stroke")),
  );
}

function geometryOf(source: Source, family: string): Value | undefined {
  return valueOf(source, `${family}-geometry`) ?? valueOf(source, "geometry");
}

/** An offset of nothing is none. */
function offsetOf(source: Source): Value | undefined {
  const value = valueOf(source, "stroke-offset");
  if (value === undefined) return undefined;
  return Number(plainText(value, undefined) ?? Number.NaN) === 0 ? undefined : value;
}
