/** The three rule lists of a catalog. */
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

/** Also the last path segments of the lists. */
export const ruleDomains = ["layers", "services", "rest"] as const;

/** One of the domains. */
export type RuleDomain = (typeof ruleDomains)[number];

/** The specifics of one domain. */
interface RuleGrammar {
  /** Why a text is not a key. */
  readonly problem: (key: string) => string | undefined;
  /** The canonical key; invalid keys stay. */
  readonly canonical: (key: string) => string;
  /** Why a text is not a manifest scope. */
  readonly scopeProblem: (scope: string) => string | undefined;
  readonly inScope: (key: string, scope: string) => boolean;
  /** Listing order. */
  readonly compare: (a: string, b: string) => number;
  /** Rules of a new catalog. */
  readonly fresh: RuleSet;
  /** Rules of a new stock catalog, if different. */
  readonly stockFresh?: RuleSet;
  /** Most rules of the list. */
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
