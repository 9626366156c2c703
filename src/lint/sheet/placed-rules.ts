/** The rules of a sheet with the context that decides which properties are allowed. */
import type { WrittenRule, WrittenSheet } from "../../geocss/sheet/written.ts";

/** A rule, and whether it is in a block of symbols. */
export interface PlacedRule {
  readonly rule: WrittenRule;
  readonly isOfSymbols: boolean;
  /** Whether only some alternatives of its selector are for symbols. */
  readonly isMixed: boolean;
}

/** All rules of a sheet, nested ones after their outer rules. */
export function placedRules({ rules }: WrittenSheet): readonly PlacedRule[] {
  return rules.flatMap((rule) => withInner(rule, false));
}

function withInner(rule: WrittenRule, isInSymbols: boolean): readonly PlacedRule[] {
  const own = rule.selector.map((alternative) => alternative.some(({ type }) => type === "pseudo"));
  const isOfSymbols = isInSymbols || own.includes(true);
  const isMixed = !isInSymbols && isOfSymbols && own.includes(false);
  return [
    { rule, isOfSymbols, isMixed },
    ...rule.nested.flatMap((inner) => withInner(inner, isOfSymbols)),
  ];
}
