/** Reads symbolizers. */
import type { Expression } from "../../model/filter.ts";
import type { ColourMap, MapEntry, Named, Placement, SizeUnit, Symbolizer } from "../styling.ts";
import { allNamed, attributeOf, elementsOf, textOf, type Element } from "./element.ts";
import { contentOf, expressionOf, textValue } from "./expression.ts";
import { fillOf, graphicIn, strokeOf } from "./paint.ts";
import { anchorNames, displacementNames, pairIn, read, wordsOf, type Reading } from "./reading.ts";

type Own<Type extends Symbolizer["type"]> = Type extends unknown
  ? Omit<Extract<Symbolizer, { readonly type: Type }>, "unit" | "geometry" | "options" | "unread">
  : never;

type Read = (reading: Reading, unread: string[]) => Own<Symbolizer["type"]>;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["pointsymbolizer", pointOf],
  ["linesymbolizer", lineOf],
  ["polygonsymbolizer", polygonOf],
  ["textsymbolizer", labelOf],
  ["rastersymbolizer", rasterOf],
]);

function pointOf({ take }: Reading, unread: string[]): Own<"point"> {
  return { type: "point", graphic: graphicIn(take("Graphic"), unread) };
}

function lineOf({ take, value }: Reading, unread: string[]): Own<"line"> {
  return {
    type: "line",
    stroke: strokeOf(take("Stroke") ?? NOTHING, unread),
    offset: value("PerpendicularOffset"),
  };
}

const NOTHING: Element = { name: "", attributes: new Map(), parts: [] };

const units: readonly (readonly [RegExp, SizeUnit])[] = [
  [/met(?:re|er)$/i, "m"],
  [/f(?:oo|ee)t$/i, "ft"],
];

/** Undefined for other elements. */
export function symbolizerOf(element: Element): Symbolizer | undefined {
  const reader = readers.get(element.name.toLowerCase());
  if (reader === undefined) return undefined;
  const unread: string[] = [];
  return read(element, unread, (reading) => {
    const geometry = contentOf(reading.take("Geometry"));
    const options = optionsOf(reading);
    const uom = attributeOf(element, "uom")?.trim() ?? "";
    const own = reader(reading, unread);
    for (const name of ["Name", "Description", "BaseSymbolizer"]) reading.take(name);
    const unit = units.find(([pattern]) => pattern.test(uom))?.[1] ?? "px";
    if (unit === "px" && !/^$|pixel$/i.test(uom)) unread.push(`uom ${uom}`);
    // `unread` grows until everything is read.
    return { ...own, unit, geometry, options, unread };
  });
}

export function optionsOf({ takeAll }: Reading): Named {
  return new Map(
    takeAll("VendorOption").map((option) => [
      attributeOf(option, "name") ?? "",
      contentOf(option) ?? textValue(""),
    ]),
  );
}

function polygonOf({ take, value }: Reading, unread: string[]): Own<"polygon"> {
  const [fill, stroke] = [take("Fill"), take("Stroke")];
  return {
    type: "polygon",
    fill: fill === undefined ? undefined : fillOf(fill, unread),
    stroke: stroke === undefined ? undefined : strokeOf(stroke, unread),
    offset: value("PerpendicularOffset"),
    displacement: pairIn(take("Displacement"), displacementNames, unread),
  };
}

function labelOf({ take, value }: Reading, unread: string[]): Own<"text"> {
  const [fill, halo, font] = [take("Fill"), take("Halo"), take("Font")];
  const placement = take("LabelPlacement");
  return {
    type: "text",
    label: value("Label"),
    ...(font === undefined ? { families: [], font: new Map() } : fontOf(font, unread)),
    fill: fill === undefined ? undefined : fillOf(fill, unread),
    halo: halo === undefined ? undefined : haloOf(halo, unread),
    placement: placement === undefined ? undefined : placementOf(placement, unread),
    graphic: graphicIn(take("Graphic"), unread),
  };
}

const fontParameters = ["font-size", "font-style", "font-weight"] as const;

function fontOf(element: Element, unread: string[]): Pick<Own<"text">, "families" | "font"> {
  return read(element, unread, ({ parameter, parameters }) => ({
    families: parameters("font-family"),
    font: new Map(
      fontParameters.flatMap((name): readonly (readonly [string, Expression])[] => {
        const value = parameter(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  }));
}

function haloOf(element: Element, unread: string[]): Own<"text">["halo"] {
  return read(element, unread, ({ take, value }) => ({
    radius: value("Radius"),
    fill: fillOf(take("Fill") ?? NOTHING, unread),
  }));
}

function placementOf(element: Element, unread: string[]): Placement | undefined {
  return read(element, unread, ({ take }) => {
    const [point, line] = [take("PointPlacement"), take("LinePlacement")];
    if (line !== undefined)
      return read(line, unread, ({ value }) => ({
        type: "line",
        offset: value("PerpendicularOffset"),
      }));
    if (point === undefined) return undefined;
    return read(point, unread, ({ take, value }) => ({
      type: "point",
      anchor: pairIn(take("AnchorPoint"), anchorNames, unread),
      displacement: pairIn(take("Displacement"), displacementNames, unread),
      rotation: value("Rotation"),
    }));
  });
}

function rasterOf({ take, value }: Reading, unread: string[]): Own<"raster"> {
  const [map, channels] = [take("ColorMap"), take("ChannelSelection")];
  return {
    type: "raster",
    opacity: value("Opacity"),
    map: map === undefined ? undefined : mapOf(map, unread),
    channels: channels === undefined ? [] : elementsOf(channels).map(wordsOf),
  };
}

function mapOf(element: Element, unread: string[]): ColourMap | undefined {
  const [computed] = elementsOf(element).filter(({ name }) => !/^ColorMapEntry$/i.test(name));
  if (computed !== undefined) return computedMap(expressionOf(computed), unread);
  const type = attributeOf(element, "type")?.trim().toLowerCase();
  if (attributeOf(element, "extended")?.trim() === "true") unread.push("extended colours");
  return {
    type: type === "intervals" || type === "values" ? type : "ramp",
    entries: allNamed(element, "ColorMapEntry").map((entry): MapEntry => {
      const value = (name: string): Expression | undefined => {
        const text = attributeOf(entry, name);
        return text === undefined ? undefined : textValue(text.trim());
      };
      const inside = textOf(entry);
      if (inside !== "") unread.push(inside);
      return {
        colour: value("color"),
        quantity: value("quantity"),
        opacity: value("opacity"),
        label: value("label"),
      };
    }),
  };
}

/** Colour maps of SLD 1.1 are functions of the raster's value. */
function computedMap(map: Expression, unread: string[]): ColourMap | undefined {
  if (map.type !== "function") return undefined;
  const [, ...args] = map.args;
  const isSteps = /^categorize$/i.test(map.name);
  if (!isSteps && !/^interpolate$/i.test(map.name)) {
    unread.push(`the colour map ${map.name}`);
    return undefined;
  }
  const pairs = isSteps ? [{ type: "literal", value: "" } as const, ...args] : args;
  const entries = Array.from({ length: Math.floor(pairs.length / 2) }, (_none, at): MapEntry => ({
    quantity: pairs[2 * at],
    colour: pairs[2 * at + 1],
    opacity: undefined,
    label: undefined,
  }));
  return { type: isSteps ? "intervals" : "ramp", entries };
}
