/** What styles paint with: fills, strokes, and the graphics in them, which are painted themselves. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { PseudoBlock, PseudoClass } from "../styling.ts";
import type { Property, Value } from "../value.ts";
import { sld, withAttributes } from "./nodes.ts";
import { partsOf, valueOf, type Source } from "./source.ts";
import { contentOf, plainText } from "./value.ts";

/**
 * `Fill` of the properties of that family; what is not given has the default of SLD. The pseudo
 * classes are those for symbols in it.
 */
export function fillNode(source: Source, blocks: readonly PseudoBlock[]): XmlElementNode {
  const { graphics, colour } = paintOf(source, "fill");
  return sld(
    "Fill",
    graphicOf("GraphicFill", { source, prefix: "fill", blocks }, graphics),
    parameter("fill", colour),
    parameter("fill-opacity", valueOf(source, "fill-opacity")),
  );
}

/** `Stroke` of the properties of that family. */
export function strokeNode(source: Source, blocks: readonly PseudoBlock[]): XmlElementNode {
  const { graphics, colour } = paintOf(source, "stroke");
  const repeat = valueOf(source, "stroke-repeat");
  const isStipple = repeat !== undefined && plainText(repeat) === "stipple";
  const kind = isStipple ? "GraphicFill" : "GraphicStroke";
  // Beside a graphic alone, a stock server writes nothing of what makes a plain line.
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

/** A parameter by name. */
export function parameter(name: string, value: Value | undefined): XmlElementNode | undefined {
  if (value === undefined) return undefined;
  return withAttributes(sld("CssParameter", ...contentOf(value)), { name });
}

/** What a fill or stroke is painted with: graphics, a colour, or both. */
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

/** Lengths with blanks between them; expressions among them stay expressions. */
function dashes(source: Source): XmlElementNode | undefined {
  const value = valueOf(source, "stroke-dasharray");
  if (value === undefined) return undefined;
  const plain = plainText(value);
  const content = plain === undefined ? partsOf(value).flatMap((part) => contentOf(part)) : [plain];
  return withAttributes(sld("CssParameter", ...content), { name: "stroke-dasharray" });
}

/** Where a graphic is used. */
export interface GraphicUse {
  readonly source: Source;
  /** Of the properties around it, and the name of its pseudo class. */
  readonly prefix: Exclude<PseudoClass, "symbol">;
  /** Pseudo classes of the rule. */
  readonly blocks: readonly PseudoBlock[];
}

/** Whether a value is an image or a symbol. */
export function isGraphic(value: Value): boolean {
  return value.type === "url" || value.type === "symbol";
}

/** `Graphic` with everything that the properties around it and its pseudo classes say. */
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

/** An element with a value in it; undefined without one. */
export function valueElement(name: string, value: Value | undefined): XmlElementNode | undefined {
  return value === undefined ? undefined : sld(name, ...contentOf(value));
}

/** An element with an X and a Y of its own name; a single value is both. */
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
 * What pseudo classes say of the symbols of this use, the strongest last; of values in turn, the one for
 * this repetition.
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
 * Symbols inside of symbols have no pseudo classes. A mark of which nothing is said has fill and
 * stroke, as SLD has them by default; any other has those that are given.
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

/** A stock server takes an image for a JPEG unless it is set otherwise. */
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
