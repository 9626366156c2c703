/** What the rule kinds have in common, and what differs by domain. */
import { compareRuleKeys, ruleDepth } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import type { RuleDomain } from "../../../model/rule-domain.ts";
import { compareServiceRuleKeys, serviceRuleDepth } from "../../../model/service-rule.ts";
import { readAccessRules, rulesPath } from "../../../wire/access-rules.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { setIn, type Facts, type KindContext, type Live, type ServerProfile } from "../../kind.ts";
import { twiceEncoded } from "./rest-rule-detours.ts";

interface Domain {
  readonly kind: string;
  /** Words for plans. */
  readonly one: string;
  readonly many: string;
  readonly scope: string;
  /**
   * Rules to delete one by one. The rule tried last goes first, so that every request is decided
   * as before or as after. `listed` is the server's order.
   */
  readonly deletions: (removed: readonly string[], listed: readonly string[]) => readonly string[];
  readonly path: (key: string, server: ServerProfile) => string;
}

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

/** Stock servers decode keys twice (docs/compatibility.md, "Plumbline against a stock server"). */
function restRulePath(key: string, { software }: ServerProfile): string {
  if (software === "geoserver") return twiceEncoded(key);
  return `${rulesPath("rest")}/${encodeURIComponent(key)}`;
}

export function addressOf(domain: RuleDomain, key: string): Address {
  return { kind: domains[domain].kind, workspace: null, name: key };
}

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

export function rolesOf(rules: ReadonlyMap<string, Facts>, key: string): readonly string[] {
  return setIn(rules.get(key), "roles");
}
