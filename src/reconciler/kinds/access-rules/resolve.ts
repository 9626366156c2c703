/** `AccessRules` manifests: rules of one domain, and the part of it that they own. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { normaliseRoles } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { rules as limits } from "../../../model/limits.ts";
import { ruleDomains, ruleGrammars } from "../../../model/rule-domain.ts";
import type { Manifest, Resolution, Resource, ExclusiveScope } from "../../kind.ts";
import { addressOf, domains } from "./domains.ts";
import { rolesNamed, type RulePayload } from "./names.ts";

const role = z
  .string()
  .min(1)
  .refine((name) => !/[\s,]/.test(name), "must not contain white space or commas")
  .refine(
    (name) => Buffer.byteLength(name) <= limits.roleBytes,
    `must not have more than ${limits.roleBytes} bytes`,
  );

export const rulesSpec = madeOnce(() =>
  z.strictObject({
    domain: z
      .enum(ruleDomains)
      .default("layers")
      .describe(
        "Domain of the rules: layers, services (operations of map services) or rest (requests to the REST interface).",
      ),
    scope: z
      .array(z.string())
      .default([])
      .describe(
        "Parts of the domain: workspace.layer or service.method with * for any, a path with /** behind it for rest. Required for mode exclusive.",
      ),
    mode: z
      .enum(["exclusive", "merge"])
      .describe(
        "exclusive owns every rule in scope: others in it are deleted. merge owns the rules it lists.",
      ),
    rules: z
      .record(z.string(), z.array(role).max(limits.roles))
      .describe(
        "Rule key to roles; * is everybody, an empty list nobody. Keys are workspace.layer.mode (mode r, w or a), group.mode for a global layer group, service.method, or pattern:METHOD,METHOD for rest. A dot in the name of a workspace, layer or group has a backslash before it.",
      ),
  }),
);

export type RulesSpec = z.infer<ReturnType<typeof rulesSpec>>;

export function resolveRules(manifest: Manifest<RulesSpec>): Resolution<RulePayload> {
  const { domain, scope, mode, rules } = manifest.spec;
  const { inScope, canonical } = ruleGrammars[domain];
  const resources = Object.entries(rules).map(([key, roles]): Resource<RulePayload> => ({
    address: addressOf(domain, canonical(key)),
    facts: { roles: normaliseRoles(roles) },
    payload: rolesNamed(key, roles, manifest.locate),
    requires: [],
    where: manifest.locate(["spec", "rules", key]),
  }));
  const owner: Address = { kind: "AccessRules", workspace: null, name: manifest.name };
  const covers = (address: Address) => scope.some((part) => inScope(address.name, part));
  const where = manifest.locate(["spec", "scope"]);
  const { kind } = domains[domain];
  const exclusiveScopes: ExclusiveScope[] =
    mode === "exclusive" ? [{ owner, where, kind, covers }] : [];
  return {
    resources,
    exclusiveScopes,
    diagnostics: [...scopeProblems(manifest), ...ruleProblems(manifest)],
  };
}

function scopeProblems({
  spec: { domain, scope, mode },
  locate,
}: Manifest<RulesSpec>): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = scope.flatMap((part, index) => {
    const problem = ruleGrammars[domain].scopeProblem(part);
    if (problem === undefined) return [];
    const message = `The scope ${JSON.stringify(part)} ${problem}`;
    return [fault("rule-invalid", message, { where: locate(["spec", "scope", index]) })];
  });
  if (mode === "exclusive" && scope.length === 0) {
    const hint = `For example scope: ["${domains[domain].scope}"]; or choose mode: merge.`;
    const message = "Exclusive rules need a scope: it says which undeclared rules are deleted";
    const where = locate(["spec"]);
    diagnostics.push(fault("rule-invalid", message, { hint, where }));
  }
  return diagnostics;
}

function ruleProblems({
  spec: { domain, scope, rules },
  locate,
}: Manifest<RulesSpec>): readonly Diagnostic[] {
  const { problem, inScope } = ruleGrammars[domain];
  return Object.entries(rules).flatMap(([key, roles]): readonly Diagnostic[] => {
    const where = locate(["spec", "rules", key]);
    const message = problem(key);
    if (message !== undefined) return [fault("rule-invalid", message, { where })];
    if (domain === "rest" && roles.length === 0) return [forNobody(key, where)];
    if (scope.length === 0 || scope.some((part) => inScope(key, part))) return [];
    return [outside(key, scope, where)];
  });
}

/** Stock servers drop such a rule when they read their file again. */
function forNobody(key: string, where: Diagnostic["where"] & object): Diagnostic {
  const message = `The rule ${key} names no role, which not every server keeps`;
  const hint = "Name ROLE_ADMINISTRATOR: administrators pass in any case.";
  return fault("rule-invalid", message, { hint, where });
}

function outside(
  key: string,
  scope: readonly string[],
  where: Diagnostic["where"] & object,
): Diagnostic {
  const message = `The rule ${key} lies outside the scope ${scope.join(", ")}`;
  const hint =
    "Widen the scope, or declare the rule in an AccessRules of mode merge without a scope.";
  return fault("rule-outside-scope", message, { hint, where });
}
