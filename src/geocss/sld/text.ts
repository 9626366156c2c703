/** Labels. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { StyleRule } from "../styling.ts";
import type { Value } from "../value.ts";
import { sld, unlessEmpty } from "./nodes.ts";
import { graphicNode, pairNode, parameter, valueElement } from "./paint.ts";
import { partsOf, valueOf, type Source } from "./source.ts";
import { sourcesOf, symbolizer } from "./symbolizers.ts";
import { contentOf } from "./value.ts";
import { labelOptions, vendorOptions } from "./vendor-options.ts";

export function textSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  const families = ["label", "font", "halo", "shield"];
  return sourcesOf(rule, families).flatMap((source) => {
    const label = valueOf(source, "label");
    return label === undefined ? [] : textSymbolizer(rule, source, label);
  });
}

function textSymbolizer(rule: StyleRule, source: Source, label: Value): XmlElementNode {
  const shield = valueOf(source, "shield");
  const graphic = shield === undefined ? [] : partsOf(shield);
  const use = { source, prefix: "shield", blocks: rule.pseudo } as const;
  return symbolizer(
    "TextSymbolizer",
    source,
    "label",
    sld("Label", ...partsOf(label).flatMap((part) => contentOf(part))),
    ...fontNodes(source),
    placementNode(source),
    haloNode(source),
    sld(
      "Fill",
      parameter("fill", valueOf(source, "font-fill")),
      parameter("fill-opacity", valueOf(source, "font-opacity")),
    ),
    graphic.length === 0 ? undefined : graphicNode(use, graphic),
    valueElement("Priority", valueOf(source, "label-priority")),
    ...vendorOptions(source, labelOptions),
  );
}

/**
 * Families are alternatives. They share one font where all else is equal; otherwise each has one,
 * of which SLD supports only one.
 */
function fontNodes(source: Source): readonly (XmlElementNode | undefined)[] {
  const families = partsOf(valueOf(source, "font-family"));
  const others = ["font-size", "font-style", "font-weight"].map((name) => ({
    name,
    parts: partsOf(valueOf(source, name)),
  }));
  if (families.length <= 1 || others.every(({ parts }) => parts.length <= 1)) {
    const names = families.map((family) => parameter("font-family", family));
    const alike = others.map(({ name, parts }) => parameter(name, parts[0]));
    return [unlessEmpty(sld("Font", ...names, ...alike))];
  }
  return families.map((family, at) =>
    sld(
      "Font",
      parameter("font-family", family),
      ...others.map(({ name, parts }) => parameter(name, parts[at] ?? parts.at(-1))),
    ),
  );
}

/**
 * A single offset without a rotation follows the line; anything else is a point placement. As on
 * stock servers, a label with an offset but no anchor hangs by its lower left corner, and one with
 * neither is not rotated.
 */
function placementNode(source: Source): XmlElementNode | undefined {
  const offset = partsOf(valueOf(source, "label-offset"));
  const rotation = valueElement("Rotation", valueOf(source, "label-rotation"));
  if (offset.length === 1 && rotation === undefined) {
    const content = offset.flatMap((value) => contentOf(value));
    return sld("LabelPlacement", sld("LinePlacement", sld("PerpendicularOffset", ...content)));
  }
  const displacement =
    offset.length === 1 ? undefined : pairNode("Displacement", source, "label-offset");
  const anchor = pairNode("AnchorPoint", source, "label-anchor");
  if (anchor === undefined && offset.length === 0) return undefined;
  const corner = sld("AnchorPoint", sld("AnchorPointX", "0"), sld("AnchorPointY", "0"));
  return sld("LabelPlacement", sld("PointPlacement", anchor ?? corner, displacement, rotation));
}

/** A halo without a radius has radius 0, which draws practically nothing. */
function haloNode(source: Source): XmlElementNode | undefined {
  const radius = valueElement("Radius", valueOf(source, "halo-radius"));
  const fill = unlessEmpty(
    sld(
      "Fill",
      parameter("fill", valueOf(source, "halo-color")),
      parameter("fill-opacity", valueOf(source, "halo-opacity")),
    ),
  );
  if (radius === undefined && fill === undefined) return undefined;
  return sld("Halo", radius ?? sld("Radius", "0"), fill ?? sld("Fill"));
}
