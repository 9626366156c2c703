/** Pseudo classes: which apply to a rule, and their properties. */
import type { PseudoBlock } from "../styling.ts";
import type { Property, Value } from "../value.ts";
import type { LevelRule } from "./level-rules.ts";

type Properties = ReadonlyMap<string, Property>;

/** Whether the properties hold a symbol for the pseudo class. */
export function isUsable({ rule: { pseudo } }: LevelRule, properties: Properties): boolean {
  switch (pseudo?.pseudoClass) {
    case "mark":
    case "fill":
    case "stroke":
    case "shield":
      return holdsGraphic(properties, pseudo.pseudoClass);
    case "symbol":
      return ["mark", "fill", "stroke", "shield"].some((name) => holdsGraphic(properties, name));
    case "background":
    case undefined:
      break;
  }
  return false;
}

function holdsGraphic(properties: Properties, name: string): boolean {
  return properties.get(name)?.values.some(isGraphic) === true;
}

function isGraphic(value: Value): boolean {
  if (value.type === "composite") return value.parts.some(isGraphic);
  if (value.type === "function") return value.name === "symbol" || value.name === "url";
  return value.type === "symbol" || value.type === "url";
}

/** The strongest rules come last. `kept` holds the indexes of the level's values. */
export function blocksOf(
  rules: readonly LevelRule[],
  kept: readonly number[] | undefined,
): readonly PseudoBlock[] {
  const blocks: PseudoBlock[] = [];
  for (const { rule, properties } of rules) {
    const { pseudo } = rule;
    if (pseudo === undefined || pseudo.pseudoClass === "background") continue;
    const nth = placeAtLevel(pseudo.nth, kept);
    if (nth === 0) continue;
    blocks.push({ pseudoClass: pseudo.pseudoClass, nth, properties });
  }
  return blocks;
}

/** The position of the nth value at a level; 0 where it is absent. */
function placeAtLevel(
  nth: number | undefined,
  kept: readonly number[] | undefined,
): number | undefined {
  return nth === undefined || kept === undefined ? nth : kept.indexOf(nth - 1) + 1;
}
