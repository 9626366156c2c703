/** The rules of a sheet one by one, with what decides what may stand in them. */
import type { WrittenRule, WrittenSheet } from "../../geocss/sheet/written.ts";

/** A rule, and whether what it says is of symbols. */
export interface PlacedRule {
  readonly rule: WrittenRule;
  readonly isOfSymbols: boolean;
  /** Whether some alternatives of its selector are of symbols, and others are not. */
  readonly isMixed: boolean;
}

/** All rules of a sheet, those inside of others after them. */
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
