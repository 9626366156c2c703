/**
 * Access rules on layers, and the `AccessRules` manifest for all domains. A plan changes all
 * rules of a domain together.
 */
import {
  parseRuleKey,
  ruleTargetsLayer,
  ruleHangsOnWorkspace,
  type RuleSet,
} from "../../model/access-rule.ts";
import {
  bindKind,
  sameFact,
  type Kind,
  type Facts,
  type GuardFindings,
  type SetChange,
} from "../kind.ts";
import { lazy } from "../lazy.ts";
import { domains, rolesOf } from "./access-rules/domains.ts";
import { NOBODY, rulesBetween } from "./access-rules/exposure.ts";
import { layerRuleDetour, unsayableRules } from "./access-rules/layer-rule-detour.ts";
import { type RulePayload } from "./access-rules/names.ts";
import { resolveRules, rulesSpec, type RulesSpec } from "./access-rules/resolve.ts";
import { rulesKind } from "./access-rules/rules-kind.ts";
import { accessGains, gainText, lossText } from "../../model/effective-access.ts";

const rules = rulesKind("layers");

const kind: Kind<RulesSpec, RulePayload> = {
  ...rules,
  manifest: {
    kind: "AccessRules",
    description: "Access rules of layers, of operations of map services, or of REST requests.",
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
  weight: 10,
  resolve: async (manifest) => resolveRules(manifest),
  declare: lazy(async () => (await import("./access-rules/declare.ts")).declareRules),
  set: {
    ...rules.set,
    between: (change) => rulesBetween("layers", change),
    goesWith: (rule, { kind, workspace, name }) =>
      kind === "Workspace"
        ? ruleHangsOnWorkspace(rule, name)
        : ruleTargetsLayer(rule, workspace, name),
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

export const accessRulesKind = bindKind(kind);

/** More sentences than this are only counted. */
const GAINS_SHOWN = 20;

/** Lists who gains or loses access. Wider access for every account is a danger. */
function guardRules({ before, after }: SetChange): GuardFindings {
  const gains = accessGains(ruleSet(before), ruleSet(after));
  const losses = accessGains(ruleSet(after), ruleSet(before));
  const shown = [...some(gains.map(gainText), "gains"), ...some(losses.map(lossText), "losses")];
  const [first, ...others] = gains.filter(({ roles }) => roles === undefined).map(gainText);
  if (first === undefined) return { dangers: [], consequences: shown };
  const rest = others.length === 0 ? "" : `, and ${others.length} more of that sort`;
  const message = `Access widens for every account: ${first}${rest}`;
  return { dangers: [{ name: "public-access", message }], consequences: shown };
}

function some(texts: readonly string[], noun: string): readonly string[] {
  const more = texts.length - GAINS_SHOWN;
  return more > 1 ? [...texts.slice(0, GAINS_SHOWN), `and ${more} ${noun} more`] : texts;
}

function ruleSet(facts: ReadonlyMap<string, Facts>): RuleSet {
  return new Map([...facts.keys()].map((key) => [key, rolesOf(facts, key)]));
}
