/** The cascading modes: rules that hold together become one rule. */
import { styleSheet as limits } from "../../model/limits.ts";
import { joinWords } from "../sheet/comments.ts";
import { always, sizeOf } from "../solver/node.ts";
import { filterOf } from "../solver/to-filter.ts";
import type { StyleRule } from "../styling.ts";
import type { Property } from "../value.ts";
import { visitCombinations, type Area, type Combination } from "./combine.ts";
import { draws, speaksOfDrawing, type LevelRule } from "./level-rules.ts";
import type { Pairs } from "./pairs.ts";
import { blocksOf, isUsable } from "./pseudo.ts";
import { allScales } from "./scale.ts";
import { subtract } from "./subtract.ts";

export interface Manner {
  readonly mode: "Exclusive" | "Simple" | "Auto";
  readonly autoThreshold: number;
  /** Whether only rules with a z-index put features onto the level. */
  readonly needsZIndex: boolean;
  readonly pairs: Pairs;
}

const everything: Area = { scale: allScales, condition: always };

/** The rules of a level, the most specific first. */
export function cascadedRules(rules: readonly LevelRule[], manner: Manner): readonly StyleRule[] {
  const sorted = weakestFirst(rules.filter(({ properties }) => properties.size > 0)).toReversed();
  const base = sorted.filter(({ rule }) => rule.pseudo === undefined);
  const symbols = sorted.filter(({ rule }) => rule.pseudo !== undefined);
  const level = { base, symbols, manner, isExclusive: isExclusive({ base, symbols }, manner) };
  const found: StyleRule[] = [];
  const hidden: Combination[] = [];
  visitCombinations(base, everything, {
    pairs: manner.pairs,
    visit(combination) {
      manner.pairs.effort.tick(combination.rules.length);
      const base = weakestFirst(combination.rules);
      const properties = mergedProperties(base);
      const isThere = !manner.needsZIndex || base.some(({ kept }) => kept !== undefined);
      if (isThere && draws(properties))
        found.push(...drawn({ ...combination, rules: base }, { properties, hidden }, level));
      // Combined rules can state that nothing is drawn.
      else if (isThere && speaksOfDrawing(properties)) hidden.push(combination);
      return true;
    },
  });
  return found;
}

interface CascadeLevel {
  readonly base: readonly LevelRule[];
  readonly symbols: readonly LevelRule[];
  readonly manner: Manner;
  readonly isExclusive: boolean;
}

function weakestFirst(rules: readonly LevelRule[]): readonly LevelRule[] {
  return rules.toSorted(({ rule: a }, { rule: b }) => a.strength - b.strength);
}

function mergedProperties(rules: readonly LevelRule[]): ReadonlyMap<string, Property> {
  const merged = new Map<string, Property>();
  for (const { properties } of rules)
    for (const [name, property] of properties) merged.set(name, property);
  return merged;
}

/** Splits a combination where pseudo classes apply to parts of it. */
function drawn(
  combination: Combination,
  { properties, hidden }: { properties: Contents["properties"]; hidden: readonly Combination[] },
  { symbols, manner, isExclusive }: CascadeLevel,
): readonly StyleRule[] {
  const { pairs } = manner;
  const usable = symbols.filter((rule) => isUsable(rule, properties));
  const without = hiddenIn(combination, hidden);
  const found: StyleRule[] = [];
  visitCombinations(usable, combination, {
    pairs,
    chosen: combination.rules,
    left: combination.others,
    visit({ scale, condition, rules, others }) {
      const all = areasOf(isExclusive ? others : without);
      const parts =
        all.length === 0
          ? [{ scale, condition }]
          : subtract({ scale, condition }, all, pairs.effort);
      for (const part of parts) {
        pairs.effort.output(properties.size + rules.length + sizeOf(part.condition));
        found.push(ruleOf(part, { properties, base: combination.rules, symbols: rules }));
      }
      return true;
    },
  });
  return found;
}

/** Combinations of these and further rules that draw nothing. */
function hiddenIn({ rules }: Combination, hidden: readonly Combination[]): readonly Area[] {
  return hidden.filter((other) => rules.every((rule) => other.rules.includes(rule)));
}

function areasOf(areas: readonly (Area | LevelRule)[]): readonly Area[] {
  return areas.map((area) => ("rule" in area ? area.rule : area));
}

interface Contents {
  readonly properties: ReadonlyMap<string, Property>;
  readonly base: readonly LevelRule[];
  readonly symbols: readonly LevelRule[];
}

function ruleOf(area: Area, { properties, base, symbols }: Contents): StyleRule {
  const contributors = symbols.length === 0 ? base : weakestFirst([...base, ...symbols]);
  const words = new Map(contributors.map(({ rule }) => [rule.index, rule.words]));
  const kept = base.findLast((rule) => rule.kept !== undefined)?.kept;
  return {
    name: undefined,
    ...joinWords([...words.values()]),
    scale: area.scale,
    filter: filterOf(area.condition),
    properties,
    pseudo: blocksOf(weakestFirst(symbols), kept),
  };
}

/** Auto is exclusive below its threshold of combinations. */
function isExclusive(
  { base, symbols }: Pick<CascadeLevel, "base" | "symbols">,
  { mode, autoThreshold, pairs }: Manner,
): boolean {
  if (mode !== "Auto") return mode === "Exclusive";
  const usable = symbols.filter((symbol) => base.some((rule) => isUsable(symbol, rule.properties)));
  const most = Math.min(autoThreshold, limits.outputRules);
  let count = 0;
  visitCombinations([...base, ...usable], everything, {
    pairs,
    isEach: true,
    visit({ rules }) {
      if (rules.some(({ rule }) => rule.pseudo === undefined)) count++;
      return count < most;
    },
  });
  return count < most;
}
