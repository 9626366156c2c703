/** Rules and feature type styles. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { Level, Localized, StyleRule } from "../styling.ts";
import { filterNode } from "./filter.ts";
import { sld, textNode, unlessEmpty, withAttributes } from "./nodes.ts";
import { rasterSymbolizers } from "./raster.ts";
import { lineSymbolizers, pointSymbolizers, polygonSymbolizers } from "./symbolizers.ts";
import { textSymbolizers } from "./text.ts";
import { transformationNode } from "./transformation.ts";
import { levelOptions, vendorOption, vendorOptions } from "./vendor-options.ts";

const activating = ["fill", "stroke", "mark", "label", "raster-channels"];

/** Undefined when nothing in the level draws. */
export function levelNode(level: Level): XmlElementNode | undefined {
  const drawn = level.rules.map((rule) => ({ rule, symbolizers: symbolizersOf(rule) }));
  const last = drawn.findLastIndex(({ symbolizers }) => symbolizers.length > 0);
  if (last === -1) return undefined;
  const rules = drawn.slice(0, last + 1).flatMap(({ rule, symbolizers }) => {
    if (symbolizers.length > 0) return ruleNode(rule, symbolizers);
    return level.firstOnly && isSwitchedOff(rule) ? ruleNode(rule, [sld("PolygonSymbolizer")]) : [];
  });
  const everything = level.rules.map(({ properties }) => properties);
  const transform = everything.map((one) => one.get("transform")).find(Boolean);
  return sld(
    "FeatureTypeStyle",
    level.typeName === undefined ? undefined : sld("FeatureTypeName", textNode(level.typeName)),
    transform === undefined ? undefined : transformationNode(transform),
    ...rules,
    ...optionsOf(level),
    level.firstOnly ? vendorOption("ruleEvaluation", "first") : undefined,
  );
}

/** A rule with `none` hides its features from later rules. An empty polygon draws nothing. */
function isSwitchedOff({ properties }: StyleRule): boolean {
  return activating.some((name) =>
    properties.get(name)?.values.some(({ type }) => type === "none"),
  );
}

/** The first rule with an option gives it for the whole level. */
function optionsOf({ rules }: Level): readonly XmlElementNode[] {
  return levelOptions.flatMap((entry) => {
    const rule = rules.find(({ properties }) => properties.get(entry[0]) !== undefined);
    if (rule === undefined) return [];
    return vendorOptions({ properties: rule.properties, index: 0 }, [entry]);
  });
}

function symbolizersOf(rule: StyleRule): readonly XmlElementNode[] {
  return [
    polygonSymbolizers,
    lineSymbolizers,
    pointSymbolizers,
    textSymbolizers,
    rasterSymbolizers,
  ].flatMap((symbolizers) => symbolizers(rule));
}

function ruleNode(rule: StyleRule, symbolizers: readonly XmlElementNode[]): XmlElementNode {
  const { min, max } = rule.scale;
  return sld(
    "Rule",
    rule.name === undefined ? undefined : sld("Name", textNode(rule.name)),
    localizedNode("Title", rule.title),
    localizedNode("Abstract", rule.abstract),
    filterNode(rule.filter),
    min > 0 ? sld("MinScaleDenominator", String(min)) : undefined,
    max < Infinity ? sld("MaxScaleDenominator", String(max)) : undefined,
    ...symbolizers,
  );
}

/** Translations inside a text are an extension of SLD. */
function localizedNode(name: "Title" | "Abstract", texts: Localized): XmlElementNode | undefined {
  const plain = texts.get("");
  const others = [...texts].filter(([language]) => language !== "");
  return unlessEmpty(
    sld(
      name,
      plain === undefined ? undefined : textNode(plain),
      ...others.map(([lang, text]) => withAttributes(sld("Localized", textNode(text)), { lang })),
    ),
  );
}
