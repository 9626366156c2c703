/** The mode in which rules stay what they are: one after the other, each for itself. */
import { joinWords } from "../sheet/comments.ts";
import { sizeOf } from "../solver/node.ts";
import { filterOf } from "../solver/to-filter.ts";
import type { StyleRule } from "../styling.ts";
import type { Area } from "./combine.ts";
import { draws, zIndexesOf, type LevelRule } from "./level-rules.ts";
import { blocksOf } from "./pseudo.ts";
import type { ScopedRule } from "./rules.ts";
import { subtract } from "./subtract.ts";
import type { Effort } from "./work.ts";

/** A rule with those of pseudo classes that belong to it. */
interface FlatRule {
  readonly rule: LevelRule;
  readonly symbols: LevelRule[];
}

/** The rules inside of each rule, by its branch: those that it leaves out. */
export type Inner = (branch: string) => readonly ScopedRule[];

/**
 * Finds the rules inside of others that these leave out at a level. A stock server takes a sheet apart
 * by level, and inner rules without those around them: at levels other than 0 nothing is left of one
 * without symbols and z-index of its own. A sheet of a single level stays whole.
 */
export function innerRules(rules: readonly ScopedRule[]): (level: number) => Inner {
  const all = new Map<string, ScopedRule[]>();
  const withSymbols = new Set<string>();
  const levels = new Set<number>();
  for (const rule of rules) {
    const around = rule.around.at(-1)?.branch;
    for (const level of zIndexesOf(rule) ?? [0]) levels.add(level);
    if (around === undefined) continue;
    if (rule.pseudo !== undefined) withSymbols.add(around);
    else all.set(around, [...(all.get(around) ?? []), rule]);
  }
  return (level) => {
    const isThere = (rule: ScopedRule) =>
      levels.size === 1 ||
      withSymbols.has(rule.branch) ||
      (zIndexesOf({ properties: rule.written }) ?? [0]).includes(level);
    return (branch) => (all.get(branch) ?? []).filter(isThere);
  };
}

/** The rules of a level: each is there for what those inside of it leave. */
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

/** A rule for symbols belongs to the rule around it, or to the one before it, where that has the same selector. */
function withSymbols(rules: readonly LevelRule[]): readonly FlatRule[] {
  const flat: FlatRule[] = [];
  const byBranch = new Map<string, FlatRule>();
  let last: FlatRule[] = [];
  for (const level of rules) {
    const { rule } = level;
    if (rule.pseudo === undefined) {
      const one: FlatRule = { rule: level, symbols: [] };
      flat.push(one);
      byBranch.set(rule.branch, one);
      last = last[0]?.rule.rule.index === rule.index ? [...last, one] : [one];
      continue;
    }
    const parent = byBranch.get(rule.around.at(-1)?.branch ?? "");
    const candidates = parent === undefined ? last : [parent, ...last];
    candidates.find((one) => isSameScope(one.rule.rule, rule))?.symbols.push(level);
  }
  return flat;
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
