/** What a change of service or REST rules opens to every account; a plan must allow it. */
import { dottedParts } from "../../../model/access-rule.ts";
import { parseRestRuleKey } from "../../../model/rest-rule.ts";
import type { RuleDomain } from "../../../model/rule-domain.ts";
import type { Facts, GuardFindings, SetChange } from "../../kind.ts";
import { domains, rolesOf } from "./domains.ts";

type Rules = ReadonlyMap<string, Facts>;

/** Names what every account may newly do. Layers have a full guard in access-rules.ts. */
export function guardOpenings(
  domain: Exclude<RuleDomain, "layers">,
  { before, after }: SetChange,
): GuardFindings {
  const keys = new Set([...before.keys(), ...after.keys()]);
  const opens = domain === "services" ? opensService : opensRequests;
  const opened = [...keys].filter((key) => opens(key, before, after));
  const [first, ...others] = opened.map((key) => `${domains[domain].one} ${key}`);
  if (first === undefined) return { dangers: [], consequences: [] };
  const rest = others.length === 0 ? "" : `, and ${others.length} more of that sort`;
  const message = `Access widens for every account: ${first}${rest}`;
  return { dangers: [{ name: "public-access", message }], consequences: [] };
}

function isOpen(rules: Rules, key: string): boolean {
  return rolesOf(rules, key).includes("*");
}

/**
 * The rule of the operation decides, else of its service, else of all; without a rule all is
 * open.
 */
function opensService(key: string, before: Rules, after: Rules): boolean {
  const decide = (rules: Rules) => {
    const deciding = [key, `${dottedParts(key)[0]}.*`, "*.*"].find((one) => rules.has(one));
    return deciding === undefined || isOpen(rules, deciding);
  };
  return decide(after) && !decide(before);
}

/** A rule that becomes open, or the removal of one before an open rule for the same methods. */
function opensRequests(key: string, before: Rules, after: Rules): boolean {
  if (after.has(key)) return isOpen(after, key) && !isOpen(before, key);
  const methods = methodsOf(key);
  return [...after.keys()].some(
    (other) => isOpen(after, other) && methodsOf(other).some((one) => methods.includes(one)),
  );
}

function methodsOf(key: string): readonly string[] {
  const parsed = parseRestRuleKey(key);
  return typeof parsed === "string" ? [] : parsed.methods;
}
