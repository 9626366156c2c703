/** Properties of style sheets that nothing reads. */
import { ruleProperties, symbolProperties } from "../../geocss/properties.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { Finding } from "../finding.ts";
import type { PlacedRule } from "./placed-rules.ts";

/** Properties that nobody knows, or that are read elsewhere. */
export function propertyFindings({ rule, isOfSymbols, isMixed }: PlacedRule): readonly Finding[] {
  const known = isMixed ? all : isOfSymbols ? symbolProperties : ruleProperties;
  return [...rule.properties.values()].flatMap(({ name, at }) => {
    if (known.has(name)) return [];
    return [{ type: "unread" as const, ...findingOf(name, isOfSymbols), ...at }];
  });
}

const all: ReadonlySet<string> = new Set([...ruleProperties, ...symbolProperties]);

function findingOf(
  name: string,
  isOfSymbols: boolean,
): { readonly message: string; readonly hint?: string | undefined } {
  if (!all.has(name))
    return {
      message: `${name} is no property; servers pass over it`,
      hint: didYouMean(name, [...(isOfSymbols ? symbolProperties : ruleProperties)]),
    };
  return isOfSymbols
    ? { message: `${name} is not read in a block of symbols; it belongs in the rule` }
    : {
        message: `${name} is read in blocks of symbols only`,
        hint: `For a mark it is mark-${name}.`,
      };
}
