/** Symbolizers of SLD documents with their defaults filled in. Knows nothing of the writer. */
import {
  attributeNamed,
  childElements,
  childNamed,
  childrenNamed,
  type XmlElement,
} from "../../../src/wire/xml-document.ts";
import {
  constant,
  contentOf,
  knowOnly,
  parametersOf,
  sortedObject,
  type Json,
} from "./sld-values.ts";

/** A symbolizer. */
export function symbolizerOf(element: XmlElement): Json {
  const read = readers[element.name];
  if (read === undefined) throw new Error(`${element.name} is unknown here (line ${element.line})`);
  return {
    symbolizer: element.name,
    uom: attributeNamed(element, "uom") ?? "",
    geometry: held(element, "Geometry", null),
    options: optionsOf(element),
    ...read(element),
  };
}

type Members = { readonly [name: string]: Json };

const readers: Readonly<Record<string, (element: XmlElement) => Members>> = {
  PolygonSymbolizer: (element) => {
    knowOnly(element, ["Geometry", "Fill", "Stroke", "VendorOption"]);
    return {
      fill: fillOf(childNamed(element, "Fill")),
      stroke: strokeOf(childNamed(element, "Stroke")),
    };
  },
  LineSymbolizer: (element) => {
    knowOnly(element, ["Geometry", "Stroke", "PerpendicularOffset", "VendorOption"]);
    const offset = held(element, "PerpendicularOffset", 0);
    return { stroke: strokeOf(childNamed(element, "Stroke")), offset };
  },
  PointSymbolizer: (element) => {
    knowOnly(element, ["Geometry", "Graphic", "VendorOption"]);
    return { graphic: graphicOf(childNamed(element, "Graphic")) };
  },
  TextSymbolizer: textOf,
  RasterSymbolizer: rasterOf,
};

/** What a child holds, or the default. */
function held(element: XmlElement, name: string, otherwise: Json): Json {
  const child = childNamed(element, name);
  return child === undefined ? otherwise : contentOf(child);
}

function optionsOf(element: XmlElement): Json {
  const named = childrenNamed(element, "VendorOption").map((option): [string, Json] => [
    attributeNamed(option, "name") ?? "",
    contentOf(option),
  ]);
  return sortedObject(new Map(named));
}

function fillOf(element: XmlElement | undefined): Json {
  if (element === undefined) return null;
  knowOnly(element, ["GraphicFill", "CssParameter"]);
  return {
    fill: "#808080",
    "fill-opacity": 1,
    ...parametersOf(element),
    graphic: graphicOf(childNamed(childNamed(element, "GraphicFill"), "Graphic")),
  };
}

function strokeOf(element: XmlElement | undefined): Json {
  if (element === undefined) return null;
  knowOnly(element, ["GraphicFill", "GraphicStroke", "CssParameter"]);
  const given = parametersOf(element);
  const join = given["stroke-linejoin"] ?? "miter";
  const dashes = given["stroke-dasharray"] ?? null;
  return {
    stroke: "#000000",
    "stroke-width": 1,
    "stroke-opacity": 1,
    "stroke-linecap": "butt",
    "stroke-dashoffset": 0,
    ...given,
    "stroke-linejoin": join === "mitre" ? "miter" : join,
    "stroke-dasharray": typeof dashes === "string" ? dashes.split(/[\s,]+/).map(constant) : dashes,
    "graphic-fill": graphicOf(childNamed(childNamed(element, "GraphicFill"), "Graphic")),
    "graphic-stroke": graphicOf(childNamed(childNamed(element, "GraphicStroke"), "Graphic")),
  };
}

function graphicOf(element: XmlElement | undefined): Json {
  if (element === undefined) return null;
  const symbols = ["Mark", "ExternalGraphic"];
  const others = ["Opacity", "Size", "Rotation", "AnchorPoint", "Displacement"];
  knowOnly(element, [...symbols, ...others]);
  return {
    symbols: childElements(element)
      .filter(({ name }) => symbols.includes(name))
      .map((one) => (one.name === "Mark" ? markOf(one) : imageOf(one))),
    opacity: held(element, "Opacity", 1),
    size: held(element, "Size", "its own"),
    rotation: held(element, "Rotation", 0),
    anchor: pairOf(element, "AnchorPoint", [0.5, 0.5]),
    displacement: pairOf(element, "Displacement", [0, 0]),
  };
}

function markOf(element: XmlElement): Json {
  knowOnly(element, ["WellKnownName", "Fill", "Stroke"]);
  return {
    mark: held(element, "WellKnownName", "square"),
    fill: fillOf(childNamed(element, "Fill")),
    stroke: strokeOf(childNamed(element, "Stroke")),
  };
}

function imageOf(element: XmlElement): Json {
  knowOnly(element, ["OnlineResource", "Format"]);
  const resource = childNamed(element, "OnlineResource");
  return {
    image: resource === undefined ? null : (attributeNamed(resource, "href") ?? null),
    format: held(element, "Format", null),
  };
}

function pairOf(element: XmlElement, name: string, otherwise: readonly [number, number]): Json {
  const pair = childNamed(element, name);
  if (pair === undefined) return otherwise;
  return [held(pair, `${name}X`, otherwise[0]), held(pair, `${name}Y`, otherwise[1])];
}

function textOf(element: XmlElement): Members {
  knowOnly(element, [
    "Geometry",
    "Label",
    "Font",
    "LabelPlacement",
    "Halo",
    "Fill",
    "Graphic",
    "Priority",
    "VendorOption",
  ]);
  return {
    label: held(element, "Label", null),
    fonts: fontsOf(childrenNamed(element, "Font")),
    placement: placementOf(childNamed(element, "LabelPlacement")),
    halo: haloOf(childNamed(element, "Halo")),
    fill: fillOf(childNamed(element, "Fill")),
    shield: graphicOf(childNamed(element, "Graphic")),
    priority: held(element, "Priority", null),
  };
}

/** Fonts in the order in which they are tried; one element names several by their families. */
function fontsOf(elements: readonly XmlElement[]): Json {
  const defaults = { "font-size": 10, "font-style": "normal", "font-weight": "normal" };
  const fonts = elements.flatMap((element) => {
    const families = childrenNamed(element, "CssParameter")
      .filter((parameter) => attributeNamed(parameter, "name") === "font-family")
      .map(contentOf);
    const named = families.length === 0 ? ["Serif"] : families;
    return named.map((family) => ({
      ...defaults,
      ...parametersOf(element),
      "font-family": family,
    }));
  });
  return fonts.length === 0 ? [{ ...defaults, "font-family": "Serif" }] : fonts;
}

function placementOf(element: XmlElement | undefined): Json {
  if (element === undefined) return null;
  const line = childNamed(element, "LinePlacement");
  if (line !== undefined) {
    knowOnly(line, ["PerpendicularOffset"]);
    return { line: held(line, "PerpendicularOffset", 0) };
  }
  const point = childNamed(element, "PointPlacement");
  if (point === undefined) return null;
  knowOnly(point, ["AnchorPoint", "Displacement", "Rotation"]);
  return {
    anchor: pairOf(point, "AnchorPoint", [0, 0.5]),
    displacement: pairOf(point, "Displacement", [0, 0]),
    rotation: held(point, "Rotation", 0),
  };
}

function haloOf(element: XmlElement | undefined): Json {
  if (element === undefined) return null;
  knowOnly(element, ["Radius", "Fill"]);
  const fill = childNamed(element, "Fill");
  return { radius: held(element, "Radius", 1), fill: fill === undefined ? "white" : fillOf(fill) };
}

function rasterOf(element: XmlElement): Members {
  knowOnly(element, [
    "Geometry",
    "Opacity",
    "ChannelSelection",
    "ColorMap",
    "ContrastEnhancement",
    "VendorOption",
  ]);
  const channels = childNamed(element, "ChannelSelection");
  return {
    opacity: held(element, "Opacity", 1),
    channels: channels === undefined ? [] : childElements(channels).map(channelOf),
    map: colourMapOf(childNamed(element, "ColorMap")),
    contrast: contrastOf(childNamed(element, "ContrastEnhancement")),
  };
}

function channelOf(element: XmlElement): Json {
  knowOnly(element, ["SourceChannelName", "ContrastEnhancement"]);
  return {
    channel: element.name,
    source: held(element, "SourceChannelName", null),
    contrast: contrastOf(childNamed(element, "ContrastEnhancement")),
  };
}

function contrastOf(element: XmlElement | undefined): Json {
  const methods = element === undefined ? [] : childElements(element);
  const method = methods.find(({ name }) => name !== "GammaValue");
  return {
    method: method?.name.toLowerCase() ?? "none",
    options: method === undefined ? {} : optionsOf(method),
    gamma: element === undefined ? 1 : held(element, "GammaValue", 1),
  };
}

function colourMapOf(element: XmlElement | undefined): Json {
  if (element === undefined) return null;
  knowOnly(element, ["ColorMapEntry"]);
  return {
    type: attributeNamed(element, "type") ?? "ramp",
    extended: attributeNamed(element, "extended") ?? "false",
    entries: childElements(element).map((entry) => {
      const attribute = (name: string, otherwise: string): Json =>
        constant(attributeNamed(entry, name) ?? otherwise);
      return {
        colour: attribute("color", ""),
        quantity: attribute("quantity", ""),
        opacity: attribute("opacity", "1"),
        label: attribute("label", ""),
      };
    }),
  };
}
