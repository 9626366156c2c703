/** What the kinds of rules have in common, and what is special to each domain. */
import { compareRuleKeys, ruleDepth } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import type { RuleDomain } from "../../../model/rule-domain.ts";
import { compareServiceRuleKeys, serviceRuleDepth } from "../../../model/service-rule.ts";
import { readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { Facts, KindContext, Live, ServerProfile } from "../../kind.ts";
import { twiceEncoded } from "./rest-rule-detours.ts";

/** A domain as the reconciler sees it. */
interface Domain {
  /** Name of the kind in addresses. */
  readonly kind: string;
  /** What plans call the rules, as one and as many. */
  readonly one: string;
  readonly many: string;
  /** A scope, as an example. */
  readonly scope: string;
  /**
   * Rules to delete one by one, in an order in which every request is decided as before or as after
   * all the time: what is tried last goes first. `listed` is the order of the server's list.
   */
  readonly deletions: (removed: readonly string[], listed: readonly string[]) => readonly string[];
  /** Path of one rule. */
  readonly path: (key: string, server: ServerProfile) => string;
}

/** The domains. */
export const domains: Readonly<Record<RuleDomain, Domain>> = {
  layers: {
    kind: "AccessRule",
    one: "access rule",
    many: "access rules",
    scope: "geology.*",
    deletions: (removed) =>
      removed.toSorted((a, b) => ruleDepth(a) - ruleDepth(b) || compareRuleKeys(a, b)),
    path: (rule) => pathTo("layerRule", { rule }),
  },
  services: {
    kind: "ServiceRule",
    one: "rule on services",
    many: "rules on services",
    scope: "wfs.*",
    deletions: (removed) =>
      removed.toSorted(
        (a, b) => serviceRuleDepth(a) - serviceRuleDepth(b) || compareServiceRuleKeys(a, b),
      ),
    path: (rule) => pathTo("serviceRule", { rule }),
  },
  rest: {
    kind: "RestRule",
    one: "rule on requests",
    many: "rules on requests",
    scope: "/workspaces/**",
    deletions: (removed, listed) => {
      const gone = new Set(removed);
      return listed.filter((key) => gone.has(key)).toReversed();
    },
    path: restRulePath,
  },
};

/** Stock servers decode the key twice (docs/compatibility.md, "Plumbline against a stock server"). */
function restRulePath(key: string, { software }: ServerProfile): string {
  if (software === "geoserver") return twiceEncoded(key);
  return `${rulesPath("rest")}/${encodeURIComponent(key)}`;
}

/** Address of a rule of a domain. */
export function addressOf(domain: RuleDomain, key: string): Address {
  return { kind: domains[domain].kind, workspace: null, name: key };
}

/** All rules of a domain. */
export async function observeRules(
  domain: RuleDomain,
  { read }: KindContext,
): Promise<readonly Live[]> {
  const { rules, etag } = await readAccessRules(read, domain);
  return [...rules].map(([key, roles]) => ({
    address: addressOf(domain, key),
    facts: { roles },
    requires: [],
    etag,
  }));
}

/** The roles of a rule in a set; none when it is not there. */
export function rolesOf(rules: ReadonlyMap<string, Facts>, key: string): readonly string[] {
  const roles = rules.get(key)?.["roles"];
  return Array.isArray(roles) ? (roles as readonly string[]) : [];
}
