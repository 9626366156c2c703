/** Rules on requests (docs/compatibility.md, "Rules on requests"). */
import { ruleGrammars } from "../../model/rule-domain.ts";
import { bindKind, type Kind } from "../kind.ts";
import { lazy } from "../lazy.ts";
import { changeRules } from "./access-rules/batch.ts";
import { domains, observeRules } from "./access-rules/domains.ts";
import { effectsOfRules } from "./access-rules/exposure.ts";
import { lockOuts } from "./access-rules/lock-out.ts";
import { guardOpenings } from "./access-rules/openings.ts";
import { restRuleDetour } from "./access-rules/rest-rule-detours.ts";
import { resolveRoleNames, type RulePayload } from "./access-rules/names.ts";
import { unreadableRules } from "./access-rules/unreadable.ts";

const kind: Kind<never, RulePayload> = {
  name: domains.rest.kind,
  fields: { roles: { onChange: "update" } },
  weight: 9,
  observe: async (context) => observeRules("rest", context),
  review: {
    lint: lazy(async () => (await import("./access-rules/lint.ts")).lintRules),
  },
  names: {
    resolveNames: resolveRoleNames,
  },
  set: {
    nameOf: ruleGrammars.rest.canonical,
    apply: (change, server) => changeRules("rest", change, server),
    effects: (change) => effectsOfRules("rest", change),
  },
  access: {
    guard: (change) => guardOpenings("rest", change),
    hardGuard: async (changes, context) => {
      const change = changes(domains.rest.kind);
      return [...lockOuts(change, context), ...unreadableRules(change, context)];
    },
  },
  answers: {
    detour: restRuleDetour,
  },
};

/** The kind `RestRule`, declared by manifests of kind `AccessRules`. */
export const restRulesKind = bindKind(kind);
