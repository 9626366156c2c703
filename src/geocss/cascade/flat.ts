/** The flat mode: rules do not cascade. */
import { joinWords } from "../sheet/comments.ts";
import { isAlways, sizeOf } from "../solver/node.ts";
import { filterOf } from "../solver/to-filter.ts";
import type { StyleRule } from "../styling.ts";
import type { Area } from "./combine.ts";
import { draws, zIndexesOf, type LevelRule } from "./level-rules.ts";
import { blocksOf } from "./pseudo.ts";
import type { ScopedRule } from "./rules.ts";
import { allScales, covers } from "./scale.ts";
import { subtract } from "./subtract.ts";
import type { Effort } from "./effort.ts";

/** A rule with those of its pseudo-classes. */
interface FlatRule {
  readonly rule: LevelRule;
  readonly symbols: LevelRule[];
}

/** The areas of a rule's nested rules, by its branch. */
export type Inner = (branch: string) => readonly Area[];

/**
 * Finds the areas that rules leave to nested rules at a level. A stock server splits a sheet with
 * several levels, and nested rules without the rules around them: at levels other than 0 it drops
 * one without symbols or z-index of its own.
 */
export function innerRules(rules: readonly ScopedRule[]): (level: number) => Inner {
  const all = new Map<string, ScopedRule[]>();
  const withSymbols = new Set<string>();
  const levels = new Set<number>();
  for (const rule of rules) {
    const around = rule.around.at(-1)?.branch;
    for (const level of zIndexesOf(rule) ?? [0]) levels.add(level);
    if (around === undefined) continue;
    if (rule.pseudo !== undefined) withSymbols.add(isForAll(rule) ? around : rule.branch);
    if (rule.pseudo === undefined || !isForAll(rule))
      all.set(around, [...(all.get(around) ?? []), rule]);
  }
  return (level) => {
    const isThere = (rule: ScopedRule) =>
      levels.size === 1 ||
      withSymbols.has(rule.branch) ||
      (zIndexesOf(rule.own) ?? [0]).includes(level);
    return (branch) => (all.get(branch) ?? []).filter(isThere).map(({ own }) => own);
  };
}

/** The rules of a level, without the areas of their nested rules. */
export function flatRules(
  rules: readonly LevelRule[],
  { innerOf, effort }: { innerOf: Inner; effort: Effort },
): readonly StyleRule[] {
  const flat = withSymbols(rules);
  const byBranch = new Map(flat.map((one) => [one.rule.rule.branch, one]));
  return flat.flatMap(({ rule, symbols }) => {
    if (!draws(rule.properties)) return [];
    const inherited = rule.rule.around.flatMap(({ branch }) => byBranch.get(branch)?.symbols ?? []);
    return subtract(rule.rule, innerOf(rule.rule.branch), effort).map((area) => {
      effort.output(rule.properties.size + sizeOf(area.condition));
      return ruleOf(area, rule, [...inherited, ...symbols]);
    });
  });
}

/**
 * A pseudo-class rule belongs to the rule around or before it with the same selector. A nested one
 * with a narrower selector repeats the rule around it there.
 */
function withSymbols(rules: readonly LevelRule[]): readonly FlatRule[] {
  const flat: FlatRule[] = [];
  const byBranch = new Map<string, FlatRule>();
  const add = (level: LevelRule, symbols: LevelRule[]): FlatRule => {
    const one = { rule: level, symbols };
    flat.push(one);
    byBranch.set(level.rule.branch, one);
    return one;
  };
  let last: FlatRule[] = [];
  for (const level of rules) {
    const { rule } = level;
    if (rule.pseudo === undefined) {
      const isSame = last[0]?.rule.rule.index === rule.index;
      last = [...(isSame ? last : []), add(level, [])];
      continue;
    }
    const parent = byBranch.get(rule.around.at(-1)?.branch ?? "");
    const candidates = parent === undefined ? last : [parent, ...last];
    const owner = candidates.find((one) => isSameScope(one.rule.rule, rule));
    if (owner !== undefined) owner.symbols.push(level);
    else if (parent !== undefined)
      add({ ...parent.rule, rule: { ...rule, pseudo: undefined } }, [level]);
  }
  return flat;
}

/** Whether a nested rule covers all of the rule around it. */
function isForAll({ own }: ScopedRule): boolean {
  return isAlways(own.condition) && covers(own.scale, allScales);
}

function isSameScope(a: ScopedRule, b: ScopedRule): boolean {
  const isSameScale = a.scale.min === b.scale.min && a.scale.max === b.scale.max;
  return isSameScale && a.typeName === b.typeName && a.condition.key === b.condition.key;
}

function ruleOf(
  area: Area,
  { rule, properties, kept }: LevelRule,
  symbols: readonly LevelRule[],
): StyleRule {
  return {
    name: undefined,
    ...joinWords([rule.words]),
    scale: area.scale,
    filter: filterOf(area.condition),
    properties,
    pseudo: blocksOf(symbols, kept),
  };
}
