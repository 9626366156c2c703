/** The three lists of rules a catalog has, and what is special to each of them. */
import {
  canonicalRuleKey,
  compareRuleKeys,
  freshRules,
  inScope,
  parseRuleKey,
  scopeProblem,
  type RuleSet,
} from "./access-rule.ts";
import { rules as limits } from "./limits.ts";
import {
  compareRestRuleKeys,
  freshRestRules,
  stockRestRules,
  inRestScope,
  parseRestRuleKey,
  restScopeProblem,
} from "./rest-rule.ts";
import {
  canonicalServiceRuleKey,
  compareServiceRuleKeys,
  freshServiceRules,
  inServiceScope,
  serviceRuleProblem,
  serviceScopeProblem,
} from "./service-rule.ts";

/** Rules on layers, on map services, on requests; the last part of their path. */
export const ruleDomains = ["layers", "services", "rest"] as const;

/** One of the domains. */
export type RuleDomain = (typeof ruleDomains)[number];

/** What is special to the rules of one domain. */
interface RuleGrammar {
  /** Why a text is no key; undefined when it is one. */
  readonly problem: (key: string) => string | undefined;
  /** The one spelling of a key; a text that is none stays as it is. */
  readonly canonical: (key: string) => string;
  /** Why a text is no scope of manifests; undefined when it is one. */
  readonly scopeProblem: (scope: string) => string | undefined;
  /** Whether a key lies in a scope. */
  readonly inScope: (key: string, scope: string) => boolean;
  /** The order of the list. */
  readonly compare: (a: string, b: string) => number;
  /** The rules of a new catalog. */
  readonly fresh: RuleSet;
  /** Those of a new catalog of a stock server, where they are others. */
  readonly stockFresh?: RuleSet;
  /** How many rules the list may hold. */
  readonly count: number;
}

/** The grammar of each domain. */
export const ruleGrammars: Readonly<Record<RuleDomain, RuleGrammar>> = {
  layers: {
    problem: (key) => textOf(parseRuleKey(key)),
    canonical: canonicalRuleKey,
    scopeProblem,
    inScope,
    compare: compareRuleKeys,
    fresh: freshRules,
    count: limits.count,
  },
  services: {
    problem: serviceRuleProblem,
    canonical: canonicalServiceRuleKey,
    scopeProblem: serviceScopeProblem,
    inScope: inServiceScope,
    compare: compareServiceRuleKeys,
    fresh: freshServiceRules,
    count: limits.count,
  },
  rest: {
    problem: (key) => textOf(parseRestRuleKey(key)),
    canonical: (key) => key,
    scopeProblem: restScopeProblem,
    inScope: inRestScope,
    compare: compareRestRuleKeys,
    fresh: freshRestRules,
    stockFresh: stockRestRules,
    count: limits.restCount,
  },
};

function textOf(parsed: object | string): string | undefined {
  return typeof parsed === "string" ? parsed : undefined;
}
