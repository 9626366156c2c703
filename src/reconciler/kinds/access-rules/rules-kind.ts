/** What the kinds of rules have in common. */
import { ruleGrammars, type RuleDomain } from "../../../model/rule-domain.ts";
import type { Kind } from "../../kind.ts";
import { lazy } from "../../lazy.ts";
import { changeRules } from "./batch.ts";
import { domains, observeRules } from "./domains.ts";
import { effectsOfRules } from "./exposure.ts";
import { resolveRoleNames, type RulePayload } from "./names.ts";

export function rulesKind(domain: RuleDomain) {
  return {
    name: domains[domain].kind,
    fields: { roles: { onChange: "update" } },
    weight: 9,
    observe: async (context) => observeRules(domain, context),
    review: {
      lint: lazy(async () => (await import("./lint.ts")).lintRules),
    },
    names: {
      resolveNames: resolveRoleNames,
    },
    set: {
      nameOf: ruleGrammars[domain].canonical,
      apply: (change, server) => changeRules(domain, change, server),
      effects: (change) => effectsOfRules(domain, change),
    },
  } as const satisfies Kind<never, RulePayload>;
}
