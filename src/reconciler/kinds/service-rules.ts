/** Service rules (docs/compatibility.md, "Rules on services"). */
import { ruleGrammars } from "../../model/rule-domain.ts";
import { bindKind, type Kind } from "../kind.ts";
import { lazy } from "../lazy.ts";
import { changeRules } from "./access-rules/batch.ts";
import { domains, observeRules } from "./access-rules/domains.ts";
import { effectsOfRules, rulesBetween } from "./access-rules/exposure.ts";
import { guardOpenings } from "./access-rules/openings.ts";
import { resolveRoleNames, type RulePayload } from "./access-rules/names.ts";

const kind: Kind<never, RulePayload> = {
  name: domains.services.kind,
  fields: { roles: { onChange: "update" } },
  weight: 9,
  observe: async (context) => observeRules("services", context),
  review: {
    lint: lazy(async () => (await import("./access-rules/lint.ts")).lintRules),
  },
  names: {
    resolveNames: resolveRoleNames,
  },
  set: {
    nameOf: ruleGrammars.services.canonical,
    apply: (change, server) => changeRules("services", change, server),
    effects: (change) => effectsOfRules("services", change),
    between: (change) => rulesBetween("services", change),
  },
  access: {
    guard: (change) => guardOpenings("services", change),
  },
};

export const serviceRulesKind = bindKind(kind);
