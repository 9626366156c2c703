/** The mode in which rules stay what they are: one after the other, each for itself. */
import { joinWords } from "../sheet/comments.ts";
import { sizeOf } from "../solver/node.ts";
import { filterOf } from "../solver/to-filter.ts";
import type { StyleRule } from "../styling.ts";
import type { Area } from "./combine.ts";
import { draws, type LevelRule } from "./level-rules.ts";
import { blocksOf } from "./pseudo.ts";
import type { ScopedRule } from "./rules.ts";
import { subtract } from "./subtract.ts";
import type { Effort } from "./work.ts";

/** A rule with those of pseudo classes that belong to it. */
interface FlatRule {
  readonly rule: LevelRule;
  readonly symbols: LevelRule[];
}

/**
 * The rules of a level. One with others in it is there for what those leave, if `isWithoutNested`: a
 * stock server does so at level 0 only, and has whole rules at the levels above.
 */
export function flatRules(
  rules: readonly LevelRule[],
  { isWithoutNested, effort }: { isWithoutNested: boolean; effort: Effort },
): readonly StyleRule[] {
  const flat = withSymbols(rules);
  const byBranch = new Map(flat.map((one) => [one.rule.rule.branch, one]));
  const nested = new Map<string, ScopedRule[]>();
  for (const { rule } of flat) {
    const parent = rule.rule.around.at(-1);
    if (parent !== undefined)
      nested.set(parent.branch, [...(nested.get(parent.branch) ?? []), rule.rule]);
  }
  return flat.flatMap(({ rule, symbols }) => {
    if (!draws(rule.properties)) return [];
    const inherited = rule.rule.around.flatMap(({ branch }) => byBranch.get(branch)?.symbols ?? []);
    const inner = isWithoutNested ? (nested.get(rule.rule.branch) ?? []) : [];
    return subtract(rule.rule, inner, effort).map((area) => {
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
