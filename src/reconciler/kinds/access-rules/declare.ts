/**
 * Declares rules: those on a workspace's layers in one manifest, the others in one per domain.
 * These manifests own only the rules that they list.
 */
import { normaliseRoles, ruleHangsOnWorkspace, type RuleSet } from "../../../model/access-rule.ts";
import { ruleDomains, ruleGrammars, type RuleDomain } from "../../../model/rule-domain.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import type {
  Declaration,
  Declare,
  Declarations,
  DeclarePlace,
  LeaveOut,
  Undeclared,
} from "../../kind.ts";
import { fromTheStart, unread } from "../declare/each.ts";
import { orLeftOut } from "../declare/left-out.ts";
import { addressOf } from "./domains.ts";
import { rulesSpec } from "./resolve.ts";

/** Declares the rules that belong to a workspace, or all that belong to none. */
export const declareRules: Declare = async ({ read }, place) => {
  const domains: readonly RuleDomain[] = place.workspace === null ? ruleDomains : ["layers"];
  const found: Declarations[] = [];
  const left: Undeclared[] = [];
  for (const domain of domains) {
    const name = manifestName(domain, place.workspace);
    const leaveOut: LeaveOut = (address, error) =>
      void left.push({ ...unread(address, error), protects: true });
    const listed = await orLeftOut([{ kind: "AccessRules", workspace: null, name }], leaveOut, () =>
      readAccessRules(read, domain),
    );
    if (listed === undefined) continue;
    const own = [...listed.rules].filter(([key]) => domain !== "layers" || isOf(key, place));
    found.push(declareDomain(domain, new Map(own), place.workspace));
  }
  return {
    declarations: found.flatMap(({ declarations }) => declarations),
    undeclared: [...found.flatMap(({ undeclared }) => undeclared), ...left],
  };
};

function manifestName(domain: RuleDomain, workspace: string | null): string {
  return workspace === null ? domain : `${domain}-${workspace}`;
}

function isOf(key: string, { workspace, workspaces }: DeclarePlace): boolean {
  const home = workspaces.find((name) => ruleHangsOnWorkspace(key, name)) ?? null;
  return home === workspace;
}

/** The rules of a new catalog; those of a stock server where more of them are present. */
function freshOf(domain: RuleDomain, rules: RuleSet): RuleSet {
  const { fresh, stockFresh } = ruleGrammars[domain];
  if (stockFresh === undefined) return fresh;
  const kept = (set: RuleSet) =>
    [...set].filter(
      ([key, roles]) =>
        normaliseRoles(rules.get(key) ?? []).join() === normaliseRoles(roles).join(),
    ).length;
  return kept(stockFresh) > kept(fresh) ? stockFresh : fresh;
}

function declareDomain(domain: RuleDomain, rules: RuleSet, workspace: string | null): Declarations {
  const fresh = freshOf(domain, rules);
  const undeclared = [...rules].flatMap(([key, roles]): readonly Undeclared[] => {
    const address = addressOf(domain, key);
    if (fresh.get(key)?.join() === normaliseRoles(roles).join()) return [fromTheStart(address)];
    const reason = problemOf(domain, key, roles);
    return reason === undefined ? [] : [{ address, reason, protects: true }];
  });
  const missing = workspace === null ? [...fresh.keys()].filter((key) => !rules.has(key)) : [];
  const left = new Set(undeclared.map(({ address }) => address.name));
  const own = [...rules].filter(([key]) => !left.has(key));
  const without = missing.map((key) => ({
    address: addressOf(domain, key),
    reason: MISSING,
    onPurpose: true as const,
  }));
  const all = [...undeclared, ...without];
  if (own.length === 0) return { declarations: [], undeclared: all };
  const declaration: Declaration = {
    kind: "AccessRules",
    workspace: null,
    protects: true,
    name: manifestName(domain, workspace),
    ...(workspace === null ? {} : { home: workspace }),
    spec: {
      ...(domain === "layers" ? {} : { domain }),
      mode: "merge",
      rules: Object.fromEntries(own),
    },
  };
  return { declarations: [declaration], undeclared: all };
}

const MISSING = "New catalogs have this rule and this one has not; an import removes no rule";

function problemOf(domain: RuleDomain, key: string, roles: readonly string[]): string | undefined {
  const problem = ruleGrammars[domain].problem(key);
  if (problem !== undefined) return problem;
  if (domain === "rest" && roles.length === 0) return "It names no role";
  const spec = rulesSpec().safeParse({ domain, mode: "merge", rules: { [key]: roles } });
  return spec.success ? undefined : spec.error.issues[0]?.message;
}
