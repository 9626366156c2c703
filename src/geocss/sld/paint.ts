/** Fills, strokes, and the graphics in them. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { PseudoBlock, PseudoClass } from "../styling.ts";
import type { Property, Value } from "../value.ts";
import { sld, withAttributes } from "./nodes.ts";
import { partsOf, valueOf, type Source } from "./source.ts";
import { contentOf, plainText } from "./value.ts";

/** Absent properties have SLD's defaults. The blocks are for symbols in the fill. */
export function fillNode(source: Source, blocks: readonly PseudoBlock[]): XmlElementNode {
  const { graphics, colour } = paintOf(source, "fill");
  return sld(
    "Fill",
    graphicOf("GraphicFill", { source, prefix: "fill", blocks }, graphics),
    parameter("fill", colour),
    parameter("fill-opacity", valueOf(source, "fill-opacity")),
  );
}

export function strokeNode(source: Source, blocks: readonly PseudoBlock[]): XmlElementNode {
  const { graphics, colour } = paintOf(source, "stroke");
  const repeat = valueOf(source, "stroke-repeat");
  const isStipple = repeat !== undefined && plainText(repeat) === "stipple";
  const kind = isStipple ? "GraphicFill" : "GraphicStroke";
  // A stock server writes no line properties beside a graphic without a colour.
  const isPlain = colour !== undefined || graphics.length === 0;
  const plain = ["stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin"];
  return sld(
    "Stroke",
    graphicOf(kind, { source, prefix: "stroke", blocks }, graphics),
    parameter("stroke", colour),
    ...(isPlain ? plain.map((name) => parameter(name, valueOf(source, name))) : []),
    dashes(source),
    parameter("stroke-dashoffset", valueOf(source, "stroke-dashoffset")),
  );
}

export function parameter(name: string, value: Value | undefined): XmlElementNode | undefined {
  if (value === undefined) return undefined;
  return withAttributes(sld("CssParameter", ...contentOf(value)), { name });
}

/** A fill or stroke can have graphics, a colour, or both. */
function paintOf(
  source: Source,
  name: "fill" | "stroke",
): { graphics: readonly Value[]; colour: Value | undefined } {
  const value = valueOf(source, name);
  const parts = value?.type === "composite" ? partsOf(value) : value === undefined ? [] : [value];
  return {
    graphics: parts.filter(isGraphic),
    colour: parts.findLast((part) => !isGraphic(part)),
  };
}

function graphicOf(
  name: string,
  use: GraphicUse,
  graphics: readonly Value[],
): XmlElementNode | undefined {
  return graphics.length === 0 ? undefined : sld(name, graphicNode(use, graphics));
}

/** Lengths separated by spaces; expressions stay expressions. */
function dashes(source: Source): XmlElementNode | undefined {
  const value = valueOf(source, "stroke-dasharray");
  if (value === undefined) return undefined;
  const plain = plainText(value);
  const content = plain === undefined ? partsOf(value).flatMap((part) => contentOf(part)) : [plain];
  return withAttributes(sld("CssParameter", ...content), { name: "stroke-dasharray" });
}

export interface GraphicUse {
  readonly source: Source;
  /** The family of the properties, and the name of the pseudo class. */
  readonly prefix: Exclude<PseudoClass, "symbol">;
  readonly blocks: readonly PseudoBlock[];
}

export function isGraphic(value: Value): boolean {
  return value.type === "url" || value.type === "symbol";
}

/** `Graphic` with all properties of its family and pseudo classes. */
export function graphicNode(use: GraphicUse, graphics: readonly Value[]): XmlElementNode {
  const { source, prefix } = use;
  const symbol = symbolSource(use);
  const isSymbol = graphics.some(({ type }) => type === "symbol");
  const length = (name: string, property: string): XmlElementNode | undefined => {
    const ofSymbol = isSymbol ? valueOf(symbol, property) : undefined;
    return valueElement(name, valueOf(source, `${prefix}-${property}`) ?? ofSymbol);
  };
  return sld(
    "Graphic",
    ...graphics.map((graphic) =>
      graphic.type === "url" ? imageNode(use, graphic) : markNode(symbol, graphic),
    ),
    prefix === "mark" ? valueElement("Opacity", valueOf(source, "mark-opacity")) : undefined,
    length("Size", "size"),
    length("Rotation", "rotation"),
    pairNode("AnchorPoint", source, `${prefix}-anchor`),
    pairNode("Displacement", source, `${prefix}-offset`),
  );
}

export function valueElement(name: string, value: Value | undefined): XmlElementNode | undefined {
  return value === undefined ? undefined : sld(name, ...contentOf(value));
}

/** An element with an X and a Y; a single value is used for both. */
export function pairNode(
  name: "AnchorPoint" | "Displacement",
  source: Source,
  property: string,
): XmlElementNode | undefined {
  const [x, y = x] = partsOf(valueOf(source, property));
  if (x === undefined || y === undefined) return undefined;
  return sld(name, sld(`${name}X`, ...contentOf(x)), sld(`${name}Y`, ...contentOf(y)));
}

/**
 * The strongest pseudo classes come last. Of several values, the one for this repetition counts.
 */
function symbolSource({ source, prefix, blocks }: GraphicUse): Source {
  const properties = new Map<string, Property>();
  for (const block of blocks) {
    const isOfUse = block.pseudoClass === "symbol" || block.pseudoClass === prefix;
    if (!isOfUse || (block.nth !== undefined && block.nth !== source.index + 1)) continue;
    for (const [name, property] of block.properties) properties.set(name, property);
  }
  return { properties, index: source.index };
}

/**
 * Nested symbols have no pseudo classes. A mark without properties has SLD's default fill and
 * stroke; any other has those that are given.
 */
function markNode(symbol: Source, graphic: Value): XmlElementNode {
  const isPlain = symbol.properties.size === 0;
  const isFilled = isPlain || valueOf(symbol, "fill") !== undefined;
  const isStroked = isPlain || valueOf(symbol, "stroke") !== undefined;
  return sld(
    "Mark",
    sld("WellKnownName", ...contentOf(graphic)),
    isFilled ? fillNode(symbol, []) : undefined,
    isStroked ? strokeNode(symbol, []) : undefined,
  );
}

/** The default format is JPEG, as on a stock server. */
function imageNode(
  { source, prefix }: GraphicUse,
  { url }: Extract<Value, { type: "url" }>,
): XmlElementNode {
  const mime = valueOf(source, `${prefix}-mime`);
  const resource = withAttributes(sld("OnlineResource"), {
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xlink:type": "simple",
    "xlink:href": url,
  });
  const format = mime === undefined ? undefined : plainText(mime);
  return sld("ExternalGraphic", resource, sld("Format", format ?? "image/jpeg"));
}
