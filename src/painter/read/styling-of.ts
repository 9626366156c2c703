/** Reads the root of a style: levels of rules in drawing order. */
import { painter as limits } from "../../model/limits.ts";
import type { Condition, Level, Rule, ScaleRange, Styling } from "../styling.ts";
import { allNamed, elementsOf, firstNamed, isNamed, textOf, type Element } from "./element.ts";
import { contentOf } from "./expression.ts";
import { filterOf } from "./condition.ts";
import { fillOf, legendIn } from "./paint.ts";
import { read, wordsOf } from "./reading.ts";
import { optionsOf, symbolizerOf } from "./symbolizers.ts";

/** Reads a style from the root element of its document. */
export function stylingOf(root: Element): Styling {
  const isBare = isNamed(root, "UserStyle");
  // Servers also read a style outside of layers.
  const loose = allNamed(root, "UserStyle").map((style) => ({ style, layer: "" }));
  const layers = elementsOf(root).filter(({ name }) => /^(?:Named|User)Layer$/i.test(name));
  const unread: string[] = [];
  const inLayers = layers.flatMap((layer) => {
    for (const one of elementsOf(layer)) if (NOT_DRAWN.test(one.name)) unread.push(wordsOf(one));
    return allNamed(layer, "UserStyle").map((style) => ({ style, layer: nameOf(layer) }));
  });
  const styles = isBare ? [{ style: root, layer: "" }] : [...inLayers, ...loose];
  const [first] = styles;
  const background = styles.flatMap(({ style }) => allNamed(style, "Background"))[0];
  return {
    name: first === undefined ? "" : nameOf(first.style),
    title: first === undefined ? "" : titleOf(first.style),
    background: background === undefined ? undefined : fillOf(background, unread),
    levels: styles.flatMap(({ style, layer }) =>
      elementsOf(style)
        .filter(({ name }) => /^(?:FeatureType|Coverage)Style$/i.test(name))
        .map((level) => levelOf(level, layer)),
    ),
    unread,
  };
}

const NOT_DRAWN = /^(?:NamedStyle|RemoteOWS|InlineFeature|LayerFeatureConstraints)$/i;

function nameOf(element: Element): string {
  return textOf(firstNamed(element, "Name"));
}

/** A title without its translations; in SLD 1.1 the title of the description. */
function titleOf(element: Element): string {
  const described = firstNamed(element, "Description");
  const title = firstNamed(element, "Title") ?? firstNamed(described ?? element, "Title");
  if (title === undefined) return "";
  const own = title.parts.filter((part) => part.type === "text");
  const plain = textOf({ ...title, parts: own });
  return plain === "" ? textOf(title) : plain;
}

function levelOf(element: Element, layer: string): Level {
  const unread: string[] = [];
  return read(element, unread, (reading) => {
    for (const name of [...TEXTS, "SemanticTypeIdentifier"]) reading.take(name);
    return {
      layer,
      typeName: textOf(reading.take("FeatureTypeName") ?? reading.take("CoverageName")),
      transformation: contentOf(reading.take("Transformation")),
      options: optionsOf(reading),
      rules: reading.takeAll("Rule").map(ruleOf),
      unread,
    };
  });
}

const TEXTS = ["Name", "Title", "Abstract", "Description"] as const;

function ruleOf(element: Element): Rule {
  const unread: string[] = [];
  return read(element, unread, (reading) => {
    for (const name of TEXTS) reading.take(name);
    const symbolizers = elementsOf(element).flatMap((child) => {
      const found = symbolizerOf(child);
      if (found !== undefined) reading.takeAll(child.name);
      return found ?? [];
    });
    const more = symbolizers.length - limits.symbolizers;
    if (more > 0) unread.push(`${more} more symbolizers`);
    return {
      name: nameOf(element),
      title: titleOf(element),
      scale: scaleOf(reading.take),
      condition: conditionOf(reading.take("Filter"), reading.take("ElseFilter")),
      symbolizers: symbolizers.slice(0, limits.symbolizers),
      legend: legendIn(reading.take("LegendGraphic"), unread),
      options: optionsOf(reading),
      unread,
    };
  });
}

function scaleOf(take: (name: string) => Element | undefined): ScaleRange {
  const bound = (name: string, open: number): number => {
    const text = textOf(take(name));
    const number = Number(text);
    return text === "" || Number.isNaN(number) ? open : number;
  };
  return { min: bound("MinScaleDenominator", 0), max: bound("MaxScaleDenominator", Infinity) };
}

function conditionOf(filter: Element | undefined, rest: Element | undefined): Condition {
  if (rest !== undefined) return "else";
  return filter === undefined ? undefined : filterOf(filter);
}
