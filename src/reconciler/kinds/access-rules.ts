/**
 * Access rules on layers, and the manifest of all rules: one declares many rules of one domain, and
 * a plan changes all of a domain together. Services and requests have kinds of their own.
 */
import { parseRuleKey, ruleHangsOnLayer, ruleHangsOnWorkspace } from "../../model/access-rule.ts";
import { ruleGrammars } from "../../model/rule-domain.ts";
import { bindKind, sameFact, type Kind } from "../kind.ts";
import { lazy } from "../lazy.ts";
import { changeRules } from "./access-rules/batch.ts";
import { domains, observeRules } from "./access-rules/domains.ts";
import { effectsOfRules, NOBODY, rulesBetween } from "./access-rules/exposure.ts";
import { guardRules } from "./access-rules/guard.ts";
import { layerRuleDetour, unsayableRules } from "./access-rules/layer-rule-detour.ts";
import { resolveRoleNames, type RulePayload } from "./access-rules/names.ts";
import { resolveRules, rulesSpec, type RulesSpec } from "./access-rules/resolve.ts";

const kind: Kind<RulesSpec, RulePayload> = {
  name: domains.layers.kind,
  manifest: {
    kind: "AccessRules",
    description:
      "Who may read, write or administer which layers, call which operations of map services, or send which requests.",
    workspace: "none",
    spec: rulesSpec,
    example: {
      metadata: { name: "geology" },
      spec: {
        mode: "exclusive",
        scope: ["geology.*"],
        rules: { "geology.*.r": ["*"], "geology.boreholes.w": ["ROLE_EDITOR"] },
      },
    },
    requests: [
      "POST layerRules",
      "PUT layerRules",
      "DELETE layerRule",
      "POST serviceRules",
      "PUT serviceRules",
      "DELETE serviceRule",
      "POST restRules",
      "PUT restRules",
      "DELETE restRule",
    ],
  },
  fields: { roles: { onChange: "update" } },
  weight: 10,
  resolve: async (manifest) => resolveRules(manifest),
  observe: async (context) => observeRules("layers", context),
  declare: lazy(async () => (await import("./access-rules/declare.ts")).declareRules),
  review: {
    lint: lazy(async () => (await import("./access-rules/lint.ts")).lintRules),
  },
  names: {
    resolveNames: resolveRoleNames,
  },
  set: {
    nameOf: ruleGrammars.layers.canonical,
    apply: (change, server) => changeRules("layers", change, server),
    effects: (change) => effectsOfRules("layers", change),
    between: (change) => rulesBetween("layers", change),
    goesWith: (rule, { kind, workspace, name }) =>
      kind === "Workspace"
        ? ruleHangsOnWorkspace(rule, name)
        : ruleHangsOnLayer(rule, workspace, name),
    isTemporary: ({ address: { name }, facts: { roles } }) => {
      const key = parseRuleKey(name);
      const isOfLayer = typeof key !== "string" && key.layer !== "*" && key.mode === "r";
      return isOfLayer && sameFact(roles, NOBODY);
    },
  },
  access: {
    guard: guardRules,
    hardGuard: async (changes, context) => unsayableRules(changes(domains.layers.kind), context),
  },
  answers: {
    detour: layerRuleDetour,
  },
};

/** The kind `AccessRule`, declared by manifests of kind `AccessRules`. */
export const accessRulesKind = bindKind(kind);
