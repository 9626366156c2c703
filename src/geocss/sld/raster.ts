/** Rasters: channels, colour maps, contrast. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { SheetProblem } from "../problem.ts";
import type { StyleRule } from "../styling.ts";
import type { Property, Value } from "../value.ts";
import { attributeText } from "./ecql.ts";
import { sld, unlessEmpty, withAttributes } from "./nodes.ts";
import { partsOf, valueOf, type Source } from "./source.ts";
import { sourcesOf, symbolizer } from "./symbolizers.ts";
import { contentOf, plainText } from "./value.ts";
import { contrastOptions, rasterOptions, vendorOptions } from "./vendor-options.ts";

/** A colour map with more entries is extended. */
const ORDINARY_ENTRIES = 255;

const methods = ["normalize", "histogram", "logarithmic", "exponential"];

export function rasterSymbolizers(rule: StyleRule): readonly XmlElementNode[] {
  return sourcesOf(rule, ["raster", "rce"]).flatMap((source) => {
    const channels = valueOf(source, "raster-channels");
    if (channels === undefined) return [];
    const names = channelNames(channels);
    const opacity = valueOf(source, "raster-opacity");
    return symbolizer(
      "RasterSymbolizer",
      source,
      "raster",
      opacity === undefined ? undefined : sld("Opacity", ...contentOf(opacity)),
      selectionNode(source, names),
      colourMapNode(source),
      // The contrast belongs to the selected channels.
      names.length === 0 ? contrastNode(source, { channel: 0, of: 1 }) : undefined,
      ...vendorOptions(source, rasterOptions),
    );
  });
}

export function rasterProblems({ properties }: StyleRule): readonly SheetProblem[] {
  const channels = properties.get("raster-channels");
  const wrong = channels?.values.find((value) => ![0, 1, 3].includes(channelNames(value).length));
  return [
    ...(channels === undefined || wrong === undefined
      ? []
      : [
          problemAt(
            channels,
            `raster-channels takes auto, one channel or three, not ${channelNames(wrong).length}`,
          ),
        ]),
    ...colourMapProblems(properties.get("raster-color-map")),
  ];
}

function colourMapProblems(map: Property | undefined): readonly SheetProblem[] {
  const parts = (map?.values ?? []).flatMap(partsOf).filter(({ type }) => type !== "none");
  const wrong = parts.find((part) => !isEntry(part));
  if (map === undefined || wrong === undefined) return [];
  return [
    problemAt(
      map,
      "raster-color-map takes entries such as color-map-entry(#ff0000, 100), with a colour and a " +
        "quantity, an opacity and a label where they are wanted",
    ),
  ];
}

function problemAt({ at }: Property, message: string): SheetProblem {
  return { message, place: at };
}

/** The selected channels; none for `auto`. */
function channelNames(value: Value): readonly Value[] {
  return value.type === "none" || plainText(value) === "auto" ? [] : partsOf(value);
}

function selectionNode(source: Source, names: readonly Value[]): XmlElementNode | undefined {
  const elements =
    names.length === 1 ? ["GrayChannel"] : ["RedChannel", "GreenChannel", "BlueChannel"];
  if (names.length === 0) return undefined;
  return sld(
    "ChannelSelection",
    ...names.map((name, channel) =>
      sld(
        elements[channel] ?? "GrayChannel",
        sld("SourceChannelName", ...contentOf(name)),
        contrastNode(source, { channel, of: names.length }),
      ),
    ),
  );
}

/** A list holds a value for each channel; a single value is for all. */
function contrastNode(
  source: Source,
  { channel, of }: { channel: number; of: number },
): XmlElementNode | undefined {
  const valueFor = (property: string): Value | undefined => {
    const value = valueOf(source, property);
    const parts = value?.type === "composite" ? value.parts : [];
    const part = parts.length === of && of > 1 ? parts[channel] : value;
    return part?.type === "none" ? undefined : part;
  };
  const gamma = valueFor("raster-gamma");
  return unlessEmpty(
    sld(
      "ContrastEnhancement",
      methodNode(source, valueFor("raster-contrast-enhancement")),
      gamma === undefined ? undefined : sld("GammaValue", ...contentOf(gamma)),
    ),
  );
}

function methodNode(source: Source, value: Value | undefined): XmlElementNode | undefined {
  const method = value === undefined ? undefined : plainText(value)?.toLowerCase();
  if (method === undefined || !methods.includes(method)) return undefined;
  const name = method.slice(0, 1).toUpperCase() + method.slice(1);
  return sld(name, ...vendorOptions(source, contrastOptions));
}

function colourMapNode(source: Source): XmlElementNode | undefined {
  const entries = partsOf(valueOf(source, "raster-color-map")).filter(isEntry);
  if (entries.length === 0) return undefined;
  const type = valueOf(source, "raster-color-map-type");
  const given = valueOf(source, "raster-color-map-extended");
  const byCount = entries.length > ORDINARY_ENTRIES ? "true" : undefined;
  const extended = given === undefined ? byCount : String(plainText(given) === "true");
  const map = sld("ColorMap", ...entries.map(entryNode));
  return withAttributes(map, {
    ...(type === undefined ? {} : { type: plainText(type) ?? "ramp" }),
    ...(extended === undefined ? {} : { extended }),
  });
}

type Entry = Extract<Value, { type: "function" }>;

function isEntry(value: Value): value is Entry {
  const isCall = value.type === "function" && value.name.toLowerCase() === "color-map-entry";
  return isCall && value.args.length >= 2 && value.args.length <= 4;
}

function entryNode({ args }: Entry): XmlElementNode {
  const names = ["color", "quantity", "opacity", "label"];
  const attributes = args.map((value, index) => [names[index] ?? "", attributeText(value)]);
  return withAttributes(sld("ColorMapEntry"), Object.fromEntries(attributes));
}
