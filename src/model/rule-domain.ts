/** The three lists of rules a catalog has, and what is special to each of them. */
import { compareRuleKeys, freshRules, parseRuleKey, type RuleSet } from "./access-rule.ts";
import { rules as limits } from "./limits.ts";
import { compareRestRuleKeys, freshRestRules, parseRestRuleKey } from "./rest-rule.ts";
import { compareServiceRuleKeys, freshServiceRules, serviceRuleFault } from "./service-rule.ts";

/** Rules on layers, on map services, on requests; the last part of their path. */
export type RuleDomain = "layers" | "services" | "rest";

/** What is special to the rules of one domain. */
interface RuleGrammar {
  /** Why a text is no key; undefined when it is one. */
  readonly fault: (key: string) => string | undefined;
  /** The order of the list. */
  readonly compare: (a: string, b: string) => number;
  /** The rules of a new catalog. */
  readonly fresh: RuleSet;
  /** How many rules the list may hold. */
  readonly count: number;
}

/** The grammar of each domain. */
export const ruleGrammars: Readonly<Record<RuleDomain, RuleGrammar>> = {
  layers: {
    fault: (key) => textOf(parseRuleKey(key)),
    compare: compareRuleKeys,
    fresh: freshRules,
    count: limits.count,
  },
  services: {
    fault: serviceRuleFault,
    compare: compareServiceRuleKeys,
    fresh: freshServiceRules,
    count: limits.count,
  },
  rest: {
    fault: (key) => textOf(parseRestRuleKey(key)),
    compare: compareRestRuleKeys,
    fresh: freshRestRules,
    count: limits.restCount,
  },
};

function textOf(parsed: object | string): string | undefined {
  return typeof parsed === "string" ? parsed : undefined;
}
