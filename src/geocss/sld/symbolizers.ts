/** Symbolizers of polygons, lines and points. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { StyleRule } from "../styling.ts";
import type { Value } from "../value.ts";
import { sld, unlessEmpty } from "./nodes.ts";
import { fillNode, graphicNode, isGraphic, strokeNode } from "./paint.ts";
import { partsOf, repetitions, valueOf, type Source } from "./source.ts";
import { contentOf, plainText } from "./value.ts";
import {
  givesOption,
  lineOptions,
  pointOptions,
  polygonOptions,
  vendorOptions,
} from "./vendor-options.ts";

/** Families whose values repeat symbolizers. */
const polygon = ["fill", "graphic-margin"];
const line = ["stroke"];
const polygonAndLine = [...polygon, ...line];

export function sourcesOf(
  { properties }: Pick<StyleRule, "properties">,
  families: readonly string[],
): readonly Source[] {
  return Array.from({ length: repetitions(properties, families) }, (_unused, index) => ({
    properties,
    index,
  }));
}

export function symbolizer(
  name: string,
  source: Source,
  family: string,
  ...children: readonly (XmlElementNode | undefined)[]
): XmlElementNode {
  const geometry = geometryOf(source, family);
  return sld(
    name,
    geometry === undefined ? undefined : sld("Geometry", ...contentOf(geometry)),
    ...children,
  );
}

/** Polygons, with strokes as outlines where possible. */
export function polygonSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  const outlined = isOutlined(rule);
  const families = outlined ? polygonAndLine : polygon;
  return sourcesOf(rule, families).flatMap((source) => {
    if (valueOf(source, "fill") === undefined) return [];
    const isStroked = outlined && valueOf(source, "stroke") !== undefined;
    return symbolizer(
      "PolygonSymbolizer",
      source,
      "fill",
      fillNode(source, rule.pseudo),
      isStroked ? strokeNode(source, rule.pseudo) : undefined,
      ...vendorOptions(source, polygonOptions),
    );
  });
}

/** Strokes that are not outlines of polygons. */
export function lineSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  const outlined = isOutlined(rule);
  return sourcesOf(rule, outlined ? polygonAndLine : line).flatMap((source) => {
    if (valueOf(source, "stroke") === undefined) return [];
    if (outlined && valueOf(source, "fill") !== undefined) return [];
    const offset = offsetOf(source);
    return symbolizer(
      "LineSymbolizer",
      source,
      "stroke",
      strokeNode(source, rule.pseudo),
      offset === undefined ? undefined : sld("PerpendicularOffset", ...contentOf(offset)),
      ...vendorOptions(source, lineOptions),
    );
  });
}

export function pointSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  return sourcesOf(rule, ["mark"]).flatMap((source) => {
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

/** A stroke with options or a geometry of its own is a line, not an outline. */
function isOutlined(rule: StyleRule): boolean {
  const both = sourcesOf(rule, polygonAndLine).filter(
    (source) => valueOf(source, "fill") !== undefined && valueOf(source, "stroke") !== undefined,
  );
  return (
    both.length > 0 &&
    both.every(
      (source) =>
        !givesOption(source, lineOptions) &&
        JSON.stringify(geometryOf(source, "fill")) === JSON.stringify(geometryOf(source, "stroke")),
    )
  );
}

function geometryOf(source: Source, family: string): Value | undefined {
  return valueOf(source, `${family}-geometry`);
}

/** An offset of 0 is left out. Of two values, which move symbols, the first moves the line. */
function offsetOf(source: Source): Value | undefined {
  const [value] = partsOf(valueOf(source, "stroke-offset"));
  if (value === undefined) return undefined;
  return Number(plainText(value) ?? Number.NaN) === 0 ? undefined : value;
}
