/** Turns a sheet into a style. */
import type { Directives, WrittenSheet } from "../sheet/written.ts";
import type { Level, StyleRule, Styling } from "../styling.ts";
import type { Property } from "../value.ts";
import { cascadedRules } from "./cascaded.ts";
import { flatRules, innerRules, type Inner } from "./flat.ts";
import { atLevel, zIndexesOf, type LevelRule } from "./level-rules.ts";
import { newPairs, type Pairs } from "./pairs.ts";
import { scopedRules, type ScopedRule } from "./rules.ts";
import { newEffort, type Effort } from "./effort.ts";

/** The style of a sheet. Throws SheetError beyond a limit. */
export function styleOf(sheet: WrittenSheet): Styling {
  const { directives } = sheet;
  const effort = newEffort(directives.maxOutputRules);
  const all = scopedRules(sheet, effort);
  const rules = all.filter(({ pseudo }) => pseudo?.pseudoClass !== "background");
  const levels = levelsOf(rules, directives, effort);
  return {
    name: directives.styleName,
    title: directives.styleTitle,
    abstract: directives.styleAbstract,
    background: backgroundOf(all),
    levels: directives.autoRuleNames ? named(levels) : levels,
  };
}

function levelsOf(
  rules: readonly ScopedRule[],
  directives: Directives,
  effort: Effort,
): readonly Level[] {
  const count = 1 + (rules.at(-1)?.order ?? 0);
  const pairs = newPairs(count, effort);
  const isFlat = directives.mode === "Flat";
  const innerAt = innerRules(isFlat ? rules : []);
  const typeNames = typeNamesOf(rules);
  const isWhole = new Set(rules.flatMap((rule) => zIndexesOf(rule) ?? [0])).size === 1;
  return zIndexesOfAll(rules).flatMap((level) => {
    const there = rules.flatMap((rule) => ruleAt(rule, level, { isFlat, isWhole }));
    return typeNames.flatMap((typeName): readonly Level[] => {
      const ofType = there.filter(({ rule }) => isOfType(rule, typeName, isFlat));
      const innerOf = innerAt(level);
      const found = rulesOf(ofType, { level, directives, pairs, innerOf });
      return found.length === 0 ? [] : [{ typeName, firstOnly: !isFlat, rules: found }];
    });
  });
}

/** A rule without z-index is at level 0 in flat sheets, and at all levels otherwise. */
function ruleAt(
  rule: ScopedRule,
  level: number,
  { isFlat, isWhole }: { readonly isFlat: boolean; readonly isWhole: boolean },
): readonly LevelRule[] {
  if (isFlat && level !== 0 && rule.pseudo === undefined && zIndexesOf(rule) === undefined)
    return [];
  return [atLevel(rule, level, { isWhole })].filter((found) => found !== undefined);
}

function zIndexesOfAll(rules: readonly ScopedRule[]): readonly number[] {
  const levels = new Set<number>();
  for (const rule of rules) {
    const own = zIndexesOf(rule);
    if (own === undefined && rule.pseudo === undefined) levels.add(0);
    for (const level of own ?? []) levels.add(level);
  }
  return [...levels].toSorted((a, b) => a - b);
}

/** In the order of the text. Rules for any type come last, for all other layers. */
function typeNamesOf(rules: readonly ScopedRule[]): readonly (string | undefined)[] {
  const names = new Set(rules.map(({ typeName }) => typeName));
  const hasGeneral = names.delete(undefined);
  return hasGeneral ? [...names, undefined] : [...names];
}

function isOfType(rule: ScopedRule, typeName: string | undefined, isFlat: boolean): boolean {
  return rule.typeName === typeName || (!isFlat && rule.typeName === undefined);
}

interface AtLevel {
  readonly level: number;
  readonly directives: Directives;
  readonly pairs: Pairs;
  readonly innerOf: Inner;
}

function rulesOf(
  rules: readonly LevelRule[],
  { level, directives, pairs, innerOf }: AtLevel,
): readonly StyleRule[] {
  const { mode, autoThreshold } = directives;
  if (mode === "Flat") return flatRules(rules, { innerOf, effort: pairs.effort });
  return cascadedRules(rules, { mode, autoThreshold, needsZIndex: level !== 0, pairs });
}

/** The last rule with a background counts, regardless of its selector. */
function backgroundOf(rules: readonly ScopedRule[]): Property | undefined {
  return rules.reduce<Property | undefined>((before, { pseudo, properties }) => {
    const isOfBackground = pseudo?.pseudoClass === "background";
    const own =
      properties.get("background") ?? (isOfBackground ? properties.get("fill") : undefined);
    return own ?? before;
  }, undefined);
}

function named(levels: readonly Level[]): readonly Level[] {
  let count = 0;
  return levels.map((level) => ({
    ...level,
    rules: level.rules.map((rule) => ({ ...rule, name: String(count++) })),
  }));
}
